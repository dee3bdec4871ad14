import jax.numpy as jnp


def pair_energy(positions, sigma):
    offset = positions[:, None] - positions[None]
    distance = jnp.linalg.norm(offset, axis=-1)  # HAZARD norm-of-diagonal GL702
    energy = jnp.exp(-distance / sigma)
    return 0.5 * jnp.sum(energy * (1.0 - jnp.eye(positions.shape[0])))
