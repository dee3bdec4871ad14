# framework: jax
# verdict: clean
# seen: all three shapes agree
import jax
import jax.numpy as jnp


def mlp(params, x):
    hidden = jnp.tanh(x @ params["w1"]) + params["b1"]
    return hidden @ params["w2"]


def column(params, x, y):
    return jnp.mean((mlp(params, x) - y[:, None]) ** 2)


def flat(params, x, y):
    return jnp.mean((mlp(params, x)[:, 0] - y) ** 2)


def ravelled(params, x, y):
    weights = jnp.full((x.shape[0], 1), 1.0 / x.shape[0])
    return jnp.sum(weights * (mlp(params, x) - y.reshape(-1, 1)) ** 2)


key = jax.random.PRNGKey(0)
params = {"w1": jax.random.normal(key, (3, 8)), "b1": jnp.zeros(8), "w2": jnp.ones((8, 1))}
x = jax.random.normal(key, (10, 3))
y = jnp.sin(x[:, 0])
hidden = jnp.tanh(x @ params["w1"])
expected = 2.0 * hidden.T @ (hidden.sum(axis=1, keepdims=True) - y[:, None]) / 10
for loss in (column, flat, ravelled):
    assert jnp.allclose(jax.grad(loss)(params, x, y)["w2"], expected, atol=1e-4)
print("OBSERVED clean", "all three shapes agree")
