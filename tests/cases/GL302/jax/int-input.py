# framework: jax
# verdict: raises
# seen: TypeError: grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of
import jax
import jax.numpy as jnp


def kinetic_energy(speed, mass=2.0):
    return 0.5 * mass * speed**2


def range_of_throw(angle, speed):
    return speed**2 * jnp.sin(2 * angle) / 9.81


momentum = jax.grad(kinetic_energy)(3.0)
slope = jax.grad(range_of_throw, argnums=1)(0.6, 12)  # HAZARD GL302
print(momentum, slope)
