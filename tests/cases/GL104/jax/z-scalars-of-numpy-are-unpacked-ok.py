# framework: jax
# verdict: clean
# seen: the gradient is w times the scale, whatever the scale came as
import jax
import jax.numpy as jnp
import numpy as np


def unpacked(scale):
    return scale.item() if isinstance(scale, np.generic) else scale


@jax.jit
def loss(w, scale):
    return 0.5 * jnp.sum(w**2) * unpacked(scale)


w = jnp.array([1.0, -2.0])
for scale in (np.float32(3.0), jnp.float32(3.0), 3.0):
    found = jax.grad(loss)(w, scale)
    assert jnp.allclose(found, 3.0 * w), found
print("OBSERVED clean", found)
