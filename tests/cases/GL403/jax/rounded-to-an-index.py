# framework: jax
# verdict: zero
# seen: the weights of the level have zero gradients
import jax
import jax.numpy as jnp


def loss_fn(params, x):
    level = jax.nn.sigmoid(x @ params["level"]) * 3.0
    row = jnp.round(level).astype(jnp.int32)
    return jnp.mean(params["table"][row] ** 2)  # HAZARD GL403


key = jax.random.PRNGKey(0)
params = {"level": jax.random.normal(key, (4,)), "table": jnp.arange(4.0)}
grads = jax.grad(loss_fn)(params, jax.random.normal(key, (6, 4)))
print("OBSERVED", "zero" if not grads["level"].any() else "clean")
