# framework: jax
# verdict: raises
# seen: jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
import jax
import jax.numpy as jnp
from jax import lax


def newton(f, x0, steps):
    df = jax.grad(f)

    def body(x, _):
        slope = df(x)
        if jnp.abs(slope) < 1e-6:  # HAZARD GL506
            return x, x
        x = x - f(x) / slope
        return x, x

    return lax.scan(body, x0, None, length=steps)


newton(lambda x: x ** 2 - 2.0, 1.0, 5)
