import jax.numpy as jnp


def bond_vectors(positions):
    return positions[1:] - positions[:-1]


def angle_energy(positions, stiffness):
    bonds = bond_vectors(positions)
    squared = jnp.sum(bonds ** 2, axis=-1)
    inverse = jnp.where(squared > 0, 1.0 / jnp.sqrt(squared), 0.0)  # HAZARD where-inverse GL701
    unit = bonds * inverse[:, None]
    cosine = jnp.sum(unit[1:] * unit[:-1], axis=-1)
    return stiffness * jnp.sum(1.0 - cosine)
