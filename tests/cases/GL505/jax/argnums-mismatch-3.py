# framework: jax
# verdict: raises
# seen: TypeError: differentiating with respect to argnums=2 requires at least 3 positional arguments to be passed by the caller, but got only 2 positional ar
from functools import partial
import jax
import jax.numpy as jnp


@partial(jax.grad, argnums=2)
def sensitivity(x, t):
    return jnp.sum(x * t)


print(sensitivity(jnp.ones(2), 3.0))  # HAZARD GL505
