# framework: jax
# verdict: caught
# seen: the number of groups is a tracer under jit and a number without it
import jax
import jax.numpy as jnp


def group_means(values, groups):
    count = groups[-1] + 1
    return jnp.sum(values.reshape(count, -1).mean(axis=1) ** 2)  # HAZARD GL506


groups = jnp.array([0, 0, 1, 1])
assert jax.grad(group_means)(jnp.arange(4.0), groups).shape == (4,)
try:
    jax.jit(jax.grad(group_means))(jnp.arange(4.0), groups)
except Exception as error:
    print("OBSERVED raises", type(error).__name__)
else:
    raise AssertionError("a traced size was accepted")
