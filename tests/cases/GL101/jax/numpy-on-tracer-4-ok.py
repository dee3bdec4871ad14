# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np

FREQS = np.exp(np.linspace(0.0, 2.0, 3))


def posenc(x):
    return jnp.concatenate([jnp.sin(x[..., None] * f) for f in FREQS], axis=-1)


def init(sizes, seed=0):
    rng = np.random.default_rng(seed)
    return [(rng.normal(size=(m, n)).astype(np.float32) / np.sqrt(m), np.zeros(n, np.float32)) for m, n in zip(sizes, sizes[1:])]


def predict(params, x):
    h = posenc(x)
    for w, b in params[:-1]:
        h = jax.nn.relu(h @ w + b)
    w, b = params[-1]
    return h @ w + b


def loss(params, x, y):
    pred = predict(params, x)
    weights = np.linspace(1.0, 2.0, pred.shape[0])[:, None]
    return jnp.mean(weights * (pred - y) ** 2) + np.sum(params[0][0] ** 2) * 1e-3


params = init([3, 8, 1])
x, y = np.linspace(0, 1, 5), np.sin(np.linspace(0, 1, 5))[:, None]
value, grads = jax.jit(jax.value_and_grad(loss))(params, x, y)
params = jax.tree_util.tree_map(lambda p, g: np.asarray(p) - 0.1 * np.asarray(g), params, grads)
print("OBSERVED", "clean" if all(np.any(g[0]) for g in grads) and np.isfinite(value) else "wrong")
