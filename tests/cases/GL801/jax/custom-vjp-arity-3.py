# framework: jax
# verdict: raises
# seen: TypeError: Custom VJP bwd rule must produce an output with the same container (pytree) structure as the args tuple of the primal function, and in part
from functools import partial
import jax
import jax.numpy as jnp


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def clip_gradient(x, limit):
    return x


def fwd(x, limit):
    return x, None


def bwd(limit, res, g):
    return jnp.clip(g, -limit, limit), None  # HAZARD GL801


clip_gradient.defvjp(fwd, bwd)
jax.grad(lambda x: 10.0 * clip_gradient(x, 1.0))(2.0)
