# framework: jax
# verdict: raises
# seen: UnexpectedTracerError: Encountered an unexpected tracer.
import jax
import jax.numpy as jnp

best = None


def objective(x):
    global best
    value = jnp.sum(jnp.cos(x) + 0.1 * x**2)
    best = value  # HAZARD GL507
    return value


x = jnp.array([0.5, 2.0])
for _ in range(3):
    x = x - 0.1 * jax.grad(objective)(x)
print("best so far", jnp.minimum(best, 10.0))
