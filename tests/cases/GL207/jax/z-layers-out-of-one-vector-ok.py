# framework: jax
# verdict: clean
# seen: the gradient of the last layer is that of the halved one
import jax
import jax.numpy as jnp
from jax import flatten_util

layers = [jnp.array([[1.0, -2.0], [0.5, 1.0]]), jnp.array([1.0, 3.0])]
vector, restore = flatten_util.ravel_pytree(layers)


@jax.jit
def loss(vector, x):
    layers = restore(vector)
    layers[-1] = layers[-1] * 0.5
    for each in layers:
        x = x @ each
    return jnp.mean(x**2)


x = jnp.eye(2)
found = restore(jax.grad(loss)(vector, x))
wanted = jax.grad(lambda last: jnp.mean((x @ layers[0] @ (0.5 * last)) ** 2))(layers[1])
assert jnp.allclose(found[1], wanted), (found, wanted)
print("OBSERVED clean", found[1])
