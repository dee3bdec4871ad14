# framework: jax
# verdict: wrong
# seen: weight decay adds nothing
import jax
import jax.numpy as jnp
import numpy as np


def weight_decay(params, strength):
    total = 0.0
    for leaf in jax.tree_util.tree_leaves(params):
        if isinstance(leaf, np.ndarray):  # HAZARD GL109
            total = total + strength * (leaf**2).sum()
    return total


def loss_fn(params, x, y, strength):
    pred = x @ params["w"] + params["b"]
    return jnp.mean((pred - y) ** 2) + weight_decay(params, strength)


rng = np.random.default_rng(0)
params = {"w": rng.normal(size=3).astype(np.float32), "b": np.zeros(1, np.float32)}
x, y = rng.normal(size=(6, 3)).astype(np.float32), np.ones(6, np.float32)
decayed = jax.grad(loss_fn)(params, x, y, 0.5)
plain = jax.grad(loss_fn)(params, x, y, 0.0)
assert np.allclose(decayed["w"], plain["w"])
assert float(loss_fn(params, x, y, 0.5)) > float(loss_fn(params, x, y, 0.0))
print("OBSERVED wrong", "weight decay adds nothing")
