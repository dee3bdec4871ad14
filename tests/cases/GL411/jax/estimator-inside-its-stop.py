# framework: jax
# verdict: zero
# seen: the kernel gets no gradient, the bias does
import jax
import jax.numpy as jnp


def binarize(w):
    hard = jnp.sign(w)
    return jax.lax.stop_gradient(w + (hard - w))  # HAZARD GL411 # HAZARD GL401


def loss(params, x):
    return jnp.mean((x @ binarize(params["kernel"]) + params["bias"] - 1.0) ** 2)


params = {"kernel": jnp.array([0.3, -0.4]), "bias": jnp.zeros(())}
found = jax.grad(loss)(params, jnp.ones((4, 2)))
assert (found["kernel"] == 0).all() and found["bias"] != 0
print("OBSERVED zero")
