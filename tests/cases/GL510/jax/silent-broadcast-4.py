# framework: jax
# verdict: wrong
# seen: (n,1)-(n,) broadcasts; value_and_grad unpacked in the wrong order
"""House-price regression, translated from a spreadsheet; two slips that raise nothing."""
import jax
import jax.numpy as jnp
import numpy as np

FEATURES = 3


def init(key):
    return {"w": jax.random.normal(key, (FEATURES, 1)) * 0.1, "b": jnp.zeros(1)}


def model(params, x):
    return x @ params["w"] + params["b"]


def squared_error(params, x, y):
    pred = model(params, x)
    return jnp.mean((pred - y) ** 2)  # HAZARD GL510


def squared_error_right(params, x, y):
    return jnp.mean((model(params, x)[:, 0] - y) ** 2)


def outer_gaps(a):
    return a[:, None] - a[None, :]


def tune_ridge(lam, w, gram, xty):
    sol = jnp.linalg.solve(gram + lam * jnp.eye(FEATURES), xty)
    return jnp.sum((sol - w) ** 2)


def search(lam, w, gram, xty, rate=0.1, steps=5):
    for _ in range(steps):
        grad, value = jax.value_and_grad(tune_ridge)(lam, w, gram, xty)  # HAZARD GL505
        lam = lam - rate * grad
    return lam, value


def make_data(n=16):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(n, FEATURES)).astype(np.float32)
    y = x @ np.array([1.0, 2.0, -1.0], np.float32)
    return jnp.asarray(x), jnp.asarray(y.reshape(n))


if __name__ == "__main__":
    x, y = make_data()
    p = init(jax.random.PRNGKey(0))
    wrong, right = jax.grad(squared_error)(p, x, y), jax.grad(squared_error_right)(p, x, y)
    assert float(jnp.abs(wrong["w"] - right["w"]).max()) > 0.5 and outer_gaps(y).shape == (16, 16)
    gram, xty = x.T @ x, x.T @ y
    lam, w = jnp.array(2.0), jnp.array([0.5, 1.5, -0.5])
    moved = (lam - search(lam, w, gram, xty, steps=1)[0]) / 0.1
    h = 1e-2
    fd = (tune_ridge(lam + h, w, gram, xty) - tune_ridge(lam - h, w, gram, xty)) / (2 * h)
    assert abs(moved - fd) > 0.1 and jnp.allclose(jax.grad(tune_ridge)(lam, w, gram, xty), fd, atol=1e-2)
