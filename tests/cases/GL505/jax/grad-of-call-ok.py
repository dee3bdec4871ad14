# framework: jax
# verdict: clean
# seen: factory and bound data
from functools import partial

import jax
import jax.numpy as jnp


def mse(params, x, y):
    return jnp.mean((x @ params["w"] - y) ** 2)


def with_decay(strength):
    def objective(params, x, y):
        return mse(params, x, y) + strength * jnp.sum(params["w"] ** 2)

    return objective


def on_batch(x, y):
    return lambda params: mse(params, x, y)


key = jax.random.PRNGKey(1)
params = {"w": jax.random.normal(key, (3,))}
x, y = jax.random.normal(key, (6, 3)), jnp.ones(6)
decayed = jax.grad(with_decay(0.5))(params, x, y)["w"]
plain = jax.grad(on_batch(x, y))(params)["w"]
bound = jax.jit(jax.grad(partial(mse, x=x, y=y)))(params)["w"]
expected = x.T @ (x @ params["w"] - y) / 3.0
assert jnp.allclose(plain, expected, atol=1e-5) and jnp.allclose(bound, expected, atol=1e-5)
assert jnp.allclose(decayed, expected + params["w"], atol=1e-5)
print("OBSERVED clean", "factory and bound data")
