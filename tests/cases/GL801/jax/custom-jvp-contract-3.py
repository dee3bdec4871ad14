# framework: jax
# verdict: raises
# seen: TypeError: Custom JVP rule safe_norm_jvp for function safe_norm must produce a pair (list or tuple of length two) representing primal and tangent outp
import jax
import jax.numpy as jnp


@jax.custom_jvp
def safe_norm(x):
    return jnp.sqrt(jnp.sum(x ** 2))


@safe_norm.defjvp
def safe_norm_jvp(primals, tangents):
    (x,), (dx,) = primals, tangents
    n = safe_norm(x)
    return jnp.where(n > 0, jnp.sum(x * dx) / jnp.maximum(n, 1e-12), 0.0)  # HAZARD GL801


jax.grad(safe_norm)(jnp.ones(2))
