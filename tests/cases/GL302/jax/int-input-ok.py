# framework: jax
# verdict: clean
# seen: 28.13 2.28
import jax
import jax.numpy as jnp


def range_of_throw(angle, speed, planet):
    gravity = jnp.array([9.81, 3.71])[planet]
    return speed**2 * jnp.sin(2 * angle) / gravity


by_angle = jax.grad(range_of_throw)(0.6, 12, 1)
by_speed = jax.grad(range_of_throw, argnums=1)(0.6, 12.0, 0)
assert abs(float(by_angle) - 144 * 2 * float(jnp.cos(1.2)) / 3.71) < 1e-2
assert abs(float(by_speed) - 24 * float(jnp.sin(1.2)) / 9.81) < 1e-3
print("OBSERVED clean", round(float(by_angle), 2), round(float(by_speed), 2))
