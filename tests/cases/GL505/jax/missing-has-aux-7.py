# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output was
import jax
import jax.numpy as jnp


def energy(position, springs):
    stretch = position[1:] - position[:-1]
    return 0.5 * jnp.sum(springs * stretch**2), {"stretch": stretch}


position, springs = jnp.array([0.0, 1.5, 2.0]), jnp.array([1.0, 4.0])
value, force = jax.value_and_grad(energy)(position, springs)  # HAZARD GL505
print("energy", value[0], "longest", value[1]["stretch"].max())
print("force", -force)
