# framework: jax
# verdict: clean
# seen: in_axes counts self, the flag is the same for all rows; and what is computed at compile time has its values
import functools

import jax
import jax.numpy as jnp


class Geometry:
    def __init__(self, kernel):
        self.kernel = kernel

    @functools.partial(jax.vmap, in_axes=[None, None, 0, None])
    def _apply(self, f, vec, axis):
        kernel = self.kernel if axis == 1 else self.kernel.T
        return f * jnp.dot(kernel, vec)

    def apply(self, f, vec, axis=0):
        return self._apply(f, vec, axis)


def parity(function):
    with jax.ensure_compile_time_eval():
        x = jnp.linspace(0.0, 1.0, 8)
        if jnp.max(jnp.abs(function(x) - function(-x))) < 1e-5:
            return 1
        return 0


@jax.jit
def activated(x):
    if x == "none":
        return x
    return x if parity(jnp.cos) == 1 else -x


print(jax.grad(lambda f: Geometry(jnp.eye(3)).apply(f, jnp.ones((2, 3)), 1).sum())(2.0))
print(jax.grad(lambda x: activated(x).sum())(jnp.ones(3)))
