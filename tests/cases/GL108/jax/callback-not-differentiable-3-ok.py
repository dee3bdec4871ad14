# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_jvp
def host_sin(x):
    return jax.pure_callback(lambda v: np.sin(v).astype(np.float32), jax.ShapeDtypeStruct(x.shape, jnp.float32), x)


@host_sin.defjvp
def _(primals, tangents):
    (x,), (dx,) = primals, tangents
    return host_sin(x), jnp.cos(x) * dx


def loss(x):
    y = host_sin(x)
    jax.debug.print("mean {m}", m=y.mean())
    jax.debug.callback(lambda v: None, y)
    return jnp.sum(y ** 2)


x = jnp.array([0.3, 0.7])
print("OBSERVED", "clean" if jnp.allclose(jax.grad(loss)(x), jnp.sin(2 * x), atol=1e-5) else "wrong")
