# framework: jax
# verdict: raises
# seen: TracerIntegerConversionError: The __index__() method was called on traced array with shape int32[]
import jax
import jax.numpy as jnp


def power_iteration(a, v, steps):
    for _ in range(steps):  # HAZARD GL506
        v = a @ v
        v = v / jnp.sum(v)
    return v


@jax.jit
def ranking_gap(a, steps):
    start = jnp.ones(a.shape[0]) / a.shape[0]
    top = power_iteration(a, start, steps)
    return top[0] - top[1]


a = jnp.array([[0.6, 0.3], [0.4, 0.7]])
print(jax.grad(ranking_gap)(a, 4))
