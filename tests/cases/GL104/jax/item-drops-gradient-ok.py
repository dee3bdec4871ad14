# framework: jax
# verdict: clean
# seen: slope 40.54
import jax
import jax.numpy as jnp

profile = [0.0, 1.0, 3.0, 2.0, 2.5]


def height(position):
    left = int(position)
    fraction = position - left
    return (1.0 - fraction) * profile[left] + fraction * profile[left + 1]


def energy(position, mass):
    return mass.item() * 9.81 * height(position) + 0.5 * position**2


mass = jnp.float32(2.0)
slope = jax.grad(energy)(1.3, mass)
numeric = (energy(1.32, mass) - energy(1.28, mass)) / 0.04
assert abs(slope.item() - numeric) < 1e-2
print("OBSERVED clean", "slope", round(slope.item(), 2))
