# framework: jax
# verdict: raises
# seen: TypeError: Custom VJP bwd rule must produce an output with the same container (pytree) structure as the args tuple of the primal function, and in part
import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def implicit(solve, theta, guess):
    return solve(theta, guess)


def implicit_fwd(solve, theta, guess):
    x = implicit(solve, theta, guess)
    return x, (theta, x)


def implicit_bwd(solve, residuals, ct):
    theta, x = residuals
    return ct / (2 * x)  # HAZARD GL801


implicit.defvjp(implicit_fwd, implicit_bwd)
jax.grad(lambda t: implicit(lambda t, g: jnp.sqrt(t), t, 1.0))(4.0)
