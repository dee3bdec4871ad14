# framework: jax
# verdict: nan
# seen: bias is nan after one step
import jax
import jax.numpy as jnp


def group_lasso(params):
    return sum(jnp.linalg.norm(leaf) for leaf in params.values())  # HAZARD GL702


def loss(params, x, y):
    pred = x @ params["w"] + params["b"]
    return jnp.mean((pred - y) ** 2) + 1e-3 * group_lasso(params)


params = {"w": jnp.array([0.3, -0.2]), "b": jnp.zeros(1)}
x, y = jnp.array([[1.0, 2.0], [0.5, -1.0]]), jnp.array([1.0, 0.0])
grads = jax.grad(loss)(params, x, y)
params = jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)
assert jnp.isnan(params["b"]).all() and jnp.isfinite(params["w"]).all()
print("OBSERVED nan", "bias is nan after one step")
