# framework: jax
# verdict: raises
# seen: ValueError: setting an array element with a sequence.
import jax
import jax.numpy as jnp
import numpy as np


def simulate(spring, mass, steps, dt=0.1):
    path = np.zeros(steps)
    q, v = 1.0, 0.0
    for i in range(steps):
        v = v - dt * spring / mass * q
        q = q + dt * v
        path[i] = q  # HAZARD GL103
    return path


def misfit(theta, observed):
    return jnp.mean((simulate(theta["spring"], theta["mass"], 5) - observed) ** 2)


observed = jnp.linspace(1.0, 0.2, 5)
theta = {"spring": 2.0, "mass": 1.5}
print(jax.grad(misfit)(theta, observed))
