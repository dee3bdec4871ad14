# framework: jax
# verdict: clean
# seen: the select around the argument hands back zero, so what the division makes of it goes no further
import jax
import jax.numpy as jnp


def safe(mask, function, operand, placeholder=0.0):
    masked = jnp.where(mask, operand, 0.0)
    return jnp.where(mask, function(masked), placeholder)


def distance(difference):
    squared = jnp.sum(difference**2, -1)
    return safe(squared > 0, jnp.sqrt, squared)


def repulsion(positions):
    r = distance(positions[:, None] - positions[None])
    inverse = 1.0 / r
    return jnp.sum(jnp.nan_to_num(inverse**2 - inverse))


def attraction(positions):
    r = distance(positions[:, None] - positions[None])
    pull = (r / 2.0) ** (-4) - 1.0
    return jnp.sum(jnp.where((r > 0) & (r < 3.0), pull, 0.0))


def spheres(r, power):
    return jnp.sum(jnp.where(r < 1.0, (1.0 - r) ** power, 0.0))


positions = jax.random.uniform(jax.random.PRNGKey(0), (6, 3)) * 4.0
total = jax.grad(repulsion)(positions) + jax.grad(attraction)(positions)
print(jnp.isfinite(total).all(), jax.grad(spheres)(jnp.linspace(0.1, 2.0, 5), 2))
