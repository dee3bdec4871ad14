# framework: jax
# verdict: wrong
# seen: the weights are moved by the gradient of the inputs
import jax
import jax.numpy as jnp


def loss(inputs, weights):
    return jnp.mean((inputs * weights - 1.0) ** 2)


inputs, start = jnp.array([1.0, 2.0, 3.0]), jnp.array([0.5, 0.1, 0.2])
grads = jax.grad(loss)(inputs, start)  # HAZARD GL613
weights = jax.tree.map(lambda w, g: w - 0.1 * g, start, grads)
right = start - 0.1 * jax.grad(loss, argnums=1)(inputs, start)
print("OBSERVED", "wrong" if not jnp.allclose(weights, right) else "clean")
