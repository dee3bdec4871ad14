# framework: jax
# verdict: clean
# seen: ['mass', 'spring']
import jax
import jax.numpy as jnp
import numpy as np
from jax.test_util import check_grads


def simulate(spring, mass, steps, dt=0.1):
    times = np.empty(steps)
    path = []
    q, v = 1.0, 0.0
    for i in range(steps):
        times[i] = (i + 1) * dt
        v = v - dt * spring / mass * q
        q = q + dt * v
        path.append(q)
    return jnp.stack(path), times


def misfit(theta, observed):
    path, times = simulate(theta["spring"], theta["mass"], 5)
    return jnp.mean(times * (path - observed) ** 2)


observed = jnp.linspace(1.0, 0.2, 5)
theta = {"spring": jnp.float32(2.0), "mass": jnp.float32(1.5)}
grads = jax.grad(misfit)(theta, observed)
check_grads(lambda t: misfit(t, observed), (theta,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
print("OBSERVED clean", sorted(grads))
