# framework: jax
# verdict: raises
# seen: jax.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

DT = 0.05
LIMIT = 2.0


class Pendulum:
    def __init__(self, mass, length):
        self.mass = mass
        self.length = length

    def step(self, state, torque):
        angle, speed = state
        torque = np.minimum(torque, LIMIT)  # HAZARD GL101
        accel = torque / (self.mass * self.length**2) - 9.81 / self.length * jnp.sin(angle)
        speed = speed + DT * accel
        return (angle + DT * speed, speed), angle

    def cost(self, torques):
        _, angles = lax.scan(self.step, (jnp.pi, 0.0), torques)
        return jnp.sum(angles**2) + 1e-3 * jnp.sum(torques**2)


plant = Pendulum(1.0, 0.5)
print(jax.grad(plant.cost)(jnp.zeros(10)))
