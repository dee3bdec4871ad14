# framework: jax
# verdict: clean
# seen: dtype= takes the kind of number from another array, so integers become floats
import jax
import jax.numpy as jnp


def loss(w, x):
    return jnp.sum(w * x)


def slope(x):
    start = jnp.array([2, 3], dtype=x.dtype)
    again = jnp.full((2,), 4, x.dtype)
    return jax.grad(loss)(start, x), jax.grad(loss)(again, x)


for gradient in slope(jnp.array([0.5, 1.5])):
    assert gradient.shape == (2,) and gradient[1] == 1.5
