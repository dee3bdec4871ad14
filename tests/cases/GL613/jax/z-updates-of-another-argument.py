# framework: jax
# verdict: wrong
# seen: optax is given the gradient of the inputs
import jax
import jax.numpy as jnp
import optax


def loss(inputs, weights):
    return jnp.mean((inputs * weights - 1.0) ** 2)


optimizer = optax.sgd(0.1)
inputs, weights = jnp.array([1.0, 2.0, 3.0]), jnp.array([0.5, 0.1, 0.2])
state = optimizer.init(weights)
for _ in range(2):
    grads = jax.grad(loss)(inputs, weights)  # HAZARD GL613
    updates, state = optimizer.update(grads, state, weights)
    weights = optax.apply_updates(weights, updates)
start = jnp.array([0.5, 0.1, 0.2])
for _ in range(2):
    start = start - 0.1 * jax.grad(loss, argnums=1)(inputs, start)
print("OBSERVED", "wrong" if not jnp.allclose(weights, start) else "clean")
