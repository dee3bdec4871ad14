# framework: jax
# verdict: zero
# seen: zero
import jax
import jax.numpy as jnp


def scale(x, temperature):
    if isinstance(temperature, (int, float)):  # HAZARD GL109
        return x / temperature
    return x


x = jnp.array([1.0, 2.0])
g = jax.grad(lambda t: jnp.sum(scale(x, t)))(2.0)
print("OBSERVED", "zero" if g == 0 else "clean")
