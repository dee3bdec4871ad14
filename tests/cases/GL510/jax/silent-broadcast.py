# framework: jax
# verdict: wrong
# seen: slope of another loss
import jax
import jax.numpy as jnp


def mlp(params, x):
    hidden = jnp.tanh(x @ params["w1"])
    return hidden @ params["w2"]


def loss(params, x, y):
    pred = mlp(params, x)
    return jnp.mean((pred - y) ** 2)  # HAZARD GL510


key = jax.random.PRNGKey(0)
params = {"w1": jax.random.normal(key, (3, 8)), "w2": jax.random.normal(key, (8, 1))}
x = jax.random.normal(key, (10, 3))
y = jnp.sin(x[:, 0])
got = jax.grad(loss)(params, x, y)["w2"]
hidden = jnp.tanh(x @ params["w1"])
true = 2.0 * hidden.T @ (hidden @ params["w2"] - y.reshape(10, 1)) / 10
assert got.shape == true.shape and not jnp.allclose(got, true, rtol=0.1)
print("OBSERVED wrong", "slope of another loss")
