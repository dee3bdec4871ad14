# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np


def upwind(u, c, dt):
    new = jnp.zeros_like(u)
    new = new.at[1:].set(u[1:] - c * dt * (u[1:] - u[:-1]))
    return new.at[0].set(u[0])


def simulate(c, u, steps):
    trace = [None] * steps
    info = {}
    for t in range(steps):
        u = upwind(u, c, 0.1)
        trace[t] = u
        info["last"] = t
    mask = np.ones(steps)
    mask[0] = 0.0
    return jnp.sum(jnp.stack(trace) * mask[:, None] ** 2)


g = jax.grad(simulate)(1.0, jnp.arange(4.0) ** 2, 3)
print("OBSERVED", "clean" if g != 0 else "zero")
