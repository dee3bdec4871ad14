# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on
import jax
import jax.numpy as jnp
import numpy as np


def loss(params, x):
    hidden = jnp.tanh(x @ params["encode"])
    skip = np.concatenate([x, hidden], axis=1)  # HAZARD GL101
    return jnp.mean((skip @ params["decode"]) ** 2)


params = {"encode": jnp.ones((3, 2)), "decode": jnp.ones((5, 1))}
x = jnp.arange(6.0).reshape(2, 3)
print(jax.grad(loss)(params, x))
