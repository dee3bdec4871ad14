# framework: jax
# verdict: raises
# seen: TypeError: Expected a callable value, got
import jax
import jax.numpy as jnp


def predict(params, x):
    return jax.nn.relu(x @ params["w1"]) @ params["w2"]


def mse(params, x, y):
    return jnp.mean((predict(params, x)[:, 0] - y) ** 2)


key = jax.random.PRNGKey(1)
params = {"w1": jax.random.normal(key, (3, 4)), "w2": jax.random.normal(key, (4, 1))}
x, y = jax.random.normal(key, (6, 3)), jnp.ones(6)
for _ in range(2):
    grads = jax.grad(mse(params, x, y))  # HAZARD GL505
    params = jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)
