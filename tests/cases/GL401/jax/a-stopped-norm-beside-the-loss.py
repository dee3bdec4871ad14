# framework: jax
# verdict: wrong
# seen: the penalty has no gradient
import jax
import jax.numpy as jnp


def loss(weights, inputs, scaled=True):
    error = jnp.mean((inputs @ weights) ** 2)
    penalty = jnp.sum(jax.lax.stop_gradient(weights) ** 2)  # HAZARD GL401
    return error + 0.1 * penalty if scaled else error


print(jax.grad(loss)(jnp.ones(3), jnp.ones((4, 3))))
