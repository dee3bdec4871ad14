# framework: jax
# verdict: clean
# seen: decay felt by w, not by the name
import jax
import jax.numpy as jnp
import numpy as np


def weight_decay(params, strength):
    total = 0.0
    for name, leaf in params.items():
        if isinstance(name, str) and name.startswith("w") and isinstance(leaf, (jax.Array, np.ndarray)):
            total = total + strength * (leaf**2).sum()
    return total


def loss_fn(params, x, y, strength):
    if isinstance(x, np.ndarray):
        x = x - x.mean(axis=0)
    pred = x @ params["w"] + params["b"]
    return jnp.mean((pred - y) ** 2) + weight_decay(params, strength)


rng = np.random.default_rng(0)
params = {"w": rng.normal(size=3).astype(np.float32), "b": np.zeros(1, np.float32)}
x, y = rng.normal(size=(6, 3)).astype(np.float32), np.ones(6, np.float32)
decayed = jax.grad(loss_fn)(params, x, y, 0.5)
plain = jax.grad(loss_fn)(params, x, y, 0.0)
assert np.allclose(decayed["w"] - plain["w"], params["w"], atol=1e-5)
centred = x - x.mean(axis=0)
assert np.allclose(plain["w"], 2.0 * centred.T @ (centred @ params["w"] - y) / 6, atol=1e-5)
print("OBSERVED clean", "decay felt by w, not by the name")
