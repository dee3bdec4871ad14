# framework: jax
# verdict: wrong
# seen: the gradient is that of the error alone
import jax
import jax.numpy as jnp


def decay(params):
    total = sum(jnp.sum(w**2) for w in jax.tree_util.tree_leaves(params))
    return jax.lax.stop_gradient(total)  # HAZARD GL401


def loss(params, x, y):
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2) + 1e-2 * decay(params)


params = {"w": jnp.ones((3, 1)), "b": jnp.zeros(1)}
for _ in range(2):
    grads = jax.grad(loss)(params, jnp.ones((4, 3)), jnp.ones((4, 1)))
    params = jax.tree_util.tree_map(lambda a, b: a - 0.1 * b, params, grads)
