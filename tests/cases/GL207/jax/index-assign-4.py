# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] = y, use x = x.at[idx].set(y) or another .at[] meth
import jax
import jax.numpy as jnp


def upwind(u, c, dt):
    new = jnp.zeros_like(u)
    new[1:] = u[1:] - c * dt * (u[1:] - u[:-1])  # HAZARD GL207
    return new


jax.grad(lambda c: jnp.sum(upwind(jnp.arange(4.0), c, 0.1)))(1.0)
