import jax.numpy as jnp


def gravity(position, mass, soft=0.0):
    offset = position[:, None] - position[None]
    squared = (offset**2).sum(-1)
    distance = jnp.sqrt(squared + jnp.eye(len(mass)))
    weight = mass[None] / (distance**3 + 1.0)
    return -(weight[..., None] * offset).sum(1)
