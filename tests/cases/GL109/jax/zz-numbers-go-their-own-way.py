# framework: jax
# verdict: wrong
# seen: the gradient is that of another function
import jax
import jax.numpy as jnp


def damped(rate, x):
    if isinstance(rate, (int, float)):  # HAZARD GL109
        return jnp.sum(x) * rate
    return jnp.sum(x * rate**2)


x = jnp.array([1.0, 2.0])
slope = (damped(3.001, x) - damped(2.999, x)) / 0.002
print("OBSERVED", "clean" if jnp.allclose(jax.grad(damped)(3.0, x), slope, rtol=1e-2) else "wrong")
