# framework: jax
# verdict: raises
# seen: ValueError: Pure callbacks do not support JVP. Please use `jax.custom_jvp` to use callbacks while taking gradients.
import jax
import jax.numpy as jnp
import numpy as np


def host_bessel(x):
    return np.i0(x).astype(np.float32)


def kaiser(beta, n=5):
    t = jnp.linspace(-1.0, 1.0, n)
    arg = beta * jnp.sqrt(1.0 - 0.9 * t ** 2)
    return jax.pure_callback(host_bessel, jax.ShapeDtypeStruct(arg.shape, jnp.float32), arg)  # HAZARD GL108


jax.grad(lambda b: kaiser(b).sum())(2.0)
