import jax
import jax.numpy as jnp

from ops import bounded, safe_norm


def spring_energy(params, positions):
    i, j = jnp.triu_indices(positions.shape[0], k=1)
    length = safe_norm(positions[i] - positions[j])
    stiffness = jax.nn.softplus(params["stiffness"])
    return 0.5 * stiffness * jnp.sum((length - bounded(params["rest"])) ** 2)


def batch_energy(params, batch):
    return jnp.mean(jax.vmap(spring_energy, in_axes=(None, 0))(params, batch))


def matching_loss(params, batch, forces):
    predicted = -jax.vmap(jax.grad(spring_energy, argnums=1), in_axes=(None, 0))(params, batch)
    return jnp.mean((predicted - forces) ** 2) + 1e-3 * batch_energy(params, batch)
