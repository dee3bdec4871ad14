# framework: jax
# verdict: raises
# seen: jax.errors.ConcretizationTypeError: Abstract tracer value encountered where concrete value is
import jax
import jax.numpy as jnp
from jax import jit, value_and_grad


def worst_half(per_example):
    ranked = sorted(per_example.tolist(), reverse=True)  # HAZARD GL104
    return jnp.mean(jnp.array(ranked[: len(ranked) // 2]))


def robust_loss(w, x, y):
    return worst_half((x @ w - y) ** 2)


@jit
def step(w, x, y):
    value, slope = value_and_grad(robust_loss)(w, x, y)
    return value, w - 0.05 * slope


x = jax.random.normal(jax.random.PRNGKey(0), (6, 2))
print(step(jnp.ones(2), x, jnp.zeros(6)))
