# framework: jax
# verdict: nan
# seen: the gradient is NaN on the diagonal: only results are selected, no argument
import jax
import jax.numpy as jnp


def distance(difference):
    return jnp.sum(difference**2, -1)


def attraction(positions):
    r = distance(positions[:, None] - positions[None])
    pull = (r / 2.0) ** (-4) - 1.0
    return jnp.sum(jnp.where((r > 0) & (r < 3.0), pull, 0.0))  # HAZARD GL701


positions = jax.random.uniform(jax.random.PRNGKey(0), (6, 3)) * 4.0
print(jax.grad(attraction)(positions))
