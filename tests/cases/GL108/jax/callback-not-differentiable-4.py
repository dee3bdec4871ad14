# framework: jax
# verdict: caught
# seen: pure_callback and io_callback on differentiated values (no JVP); debug.callback is fine
"""Design optimisation against a legacy NumPy simulator."""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

HISTORY = []


def beam_deflection(thickness):
    t = np.asarray(thickness)
    return np.cumsum(1.0 / (t ** 3 + 1e-3)).astype(np.float32)


def simulate(thickness):
    spec = jax.ShapeDtypeStruct(thickness.shape, jnp.float32)
    return jax.pure_callback(beam_deflection, spec, thickness)  # HAZARD GL108


def remember(value):
    HISTORY.append(float(value))


def surrogate(thickness):
    return jnp.cumsum(1.0 / (thickness ** 3 + 1e-3))


def design_loss(raw, solver, weight=0.1):
    thickness = jax.nn.softplus(raw)
    tip = solver(thickness)[-1]
    cost = tip + weight * jnp.sum(thickness)
    jax.debug.callback(remember, cost)
    return cost


def logged_loss(raw):
    mass = jnp.sum(jax.nn.softplus(raw))
    io_callback(remember, None, mass)  # HAZARD GL108
    return mass ** 2


@partial(jax.jit, static_argnames=("solver",))
def descend(raw, solver, rate=0.01):
    return raw - rate * jax.grad(design_loss)(raw, solver)


if __name__ == "__main__":
    raw = jnp.ones(4)
    assert not jnp.allclose(descend(raw, surrogate), raw)
    assert bool(jnp.isfinite(design_loss(raw, simulate)))
    for bad in (lambda: descend(raw, simulate), lambda: jax.grad(logged_loss)(raw)):
        try:
            bad()
            raise SystemExit("ran")
        except ValueError as e:
            assert "do not support JVP" in str(e)
