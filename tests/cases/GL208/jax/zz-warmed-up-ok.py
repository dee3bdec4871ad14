# framework: jax
# verdict: clean
# seen: one call compiles the step and throws its result away; the loop keeps what it gives
import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(0.1)


@jax.jit
def step(params, state, x):
    grads = jax.grad(lambda p: jnp.sum((p * x - 1.0) ** 2))(params)
    updates, state = optimizer.update(grads, state)
    return optax.apply_updates(params, updates), state, jnp.sum(grads)


x = jnp.arange(3.0)
params = jnp.ones(3)
state = optimizer.init(params)
_, _, size = step(params, state, x)
for _ in range(5):
    params, state, size = step(params, state, x)
print(params)
