# framework: jax
# verdict: clean
# seen: the argument is guarded as well, or cannot reach the limit
import jax
import jax.numpy as jnp


def bent(w):
    x = 1.2 * jnp.tanh(w)
    inside = jnp.abs(x) < 1.0
    return jnp.where(inside, jnp.arcsin(jnp.where(inside, x, 0.0)), x).sum()


def small(w):
    x = 0.5 * jnp.tanh(w)
    return jnp.where(jnp.abs(x) < 1.0, jnp.arcsin(x), x).sum()


found = [jax.grad(each)(2 * jnp.ones(3)) for each in (bent, small)]
print("OBSERVED", "nan" if any(jnp.isnan(each).any() for each in found) else "clean")
