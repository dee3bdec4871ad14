# framework: jax
# verdict: wrong
# seen: frozen row moved
import jax
import jax.numpy as jnp


def loss(params, x, y):
    return jnp.mean((x @ params["w"] - y) ** 2)


def masked_step(params, x, y, rate=0.1):
    grads = jax.grad(loss)(params, x, y)
    grads["w"].at[0].set(0.0)  # HAZARD GL208
    return jax.tree_util.tree_map(lambda p, g: p - rate * g, params, grads)


params = {"w": jnp.array([1.0, -0.5, 0.2])}
x = jnp.array([[1.0, 0.0, 2.0], [0.5, 1.0, -1.0]])
after = masked_step(params, x, jnp.array([0.1, 0.2]))
assert float(after["w"][0]) != 1.0
print("OBSERVED wrong", "frozen row moved")
