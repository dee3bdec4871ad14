# framework: jax
# verdict: clean
# seen: [0.0, 6.4, 7.2]
import jax
import jax.numpy as jnp

table = jnp.array([0.0, 1.0, 4.0, 9.0, 16.0])


def lookup(position):
    lower = jnp.floor(position)
    fraction = position - lower
    left = lower.astype(jnp.int32)
    return (1.0 - fraction) * table[left] + fraction * table[left + 1]


def wrapped(phase):
    return jnp.where(phase > 0.0, jnp.square(phase % 1.0), -phase)


def objective(positions):
    return jnp.sum(jax.vmap(lookup)(positions)) + jnp.sum(wrapped(positions - 1.0))


positions = jnp.array([0.4, 2.7, 3.1])
slope = jax.grad(objective)(positions)
assert jnp.allclose(slope, jnp.array([1.0 - 1.0, 5.0 + 1.4, 7.0 + 0.2]), atol=1e-4)
print("OBSERVED clean", [round(float(s), 2) for s in slope])
