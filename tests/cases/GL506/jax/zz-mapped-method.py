# framework: jax
# verdict: raises
# seen: TracerBoolConversionError: Attempted boolean conversion of traced array
import functools

import jax
import jax.numpy as jnp


class Geometry:
    def __init__(self, kernel):
        self.kernel = kernel

    @functools.partial(jax.vmap, in_axes=[None, None, 0, 0])
    def apply(self, f, vec, axis):
        kernel = self.kernel if axis == 1 else self.kernel.T  # HAZARD GL506
        return f * jnp.dot(kernel, vec)


print(jax.grad(lambda f: Geometry(jnp.eye(3)).apply(f, jnp.ones((2, 3)), jnp.ones(2, int)).sum())(2.0))
