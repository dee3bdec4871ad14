# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp


class StraightThrough:
    def __init__(self, scale):
        @jax.custom_vjp
        def quantise(x):
            return jnp.round(x / scale) * scale

        def fwd(x):
            return quantise(x), jnp.abs(x) < 1.0

        def bwd(inside, ct):
            grad = jnp.where(inside, 1.0, 0.0)
            return (grad,)  # HAZARD GL802

        quantise.defvjp(fwd, bwd)
        self.quantise = quantise


q = StraightThrough(0.25).quantise
g = jax.grad(lambda x: jnp.sum(4.0 * q(x)))(jnp.array([0.3, 2.0]))
print("OBSERVED", "clean" if g[0] == 4.0 else "wrong")
