# framework: jax
# verdict: clean
# seen: the derivative is that of 2 x, in a mapped function and outside
import jax
import jax.numpy as jnp
import numpy as np


def as_type(x, kind, words=False):
    if isinstance(x, (int, float, np.integer, np.floating)) or (words and isinstance(x, str)):
        return kind(x)
    return jnp.astype(x, kind)


class Point:
    def __init__(self, x, y):
        self.x = as_type(x, float)
        self.y = as_type(y, float)


def height(x, y):
    point = Point(x, y)
    return point.x**2 + point.y


slopes = jax.vmap(jax.grad(height))(jnp.arange(3.0), jnp.ones(3))
assert jnp.allclose(slopes, 2 * jnp.arange(3.0))
print("OBSERVED clean", slopes, Point(1, np.float32(2)).y)
