# framework: jax
# verdict: zero
# seen: a tracer is no float: the last case freezes the schedule at its default
"""Annealed objective whose strength may be a number, a callable or a name."""
import jax
import jax.numpy as jnp

PRESETS = {"weak": 0.01, "strong": 1.0}


def strength_of(spec, step):
    match spec:
        case str(name):
            return PRESETS[name]
        case float(value) | int(value):  # HAZARD GL109
            return value
        case fn if callable(fn):
            return fn(step)
        case _:
            return PRESETS["strong"]


def objective(w, x, y, spec="weak", step=0):
    return jnp.mean((x @ w - y) ** 2) + strength_of(spec, step) * jnp.sum(jnp.abs(w))


def hyper(spec, w, x, y):
    return objective(w, x, y, spec)


if __name__ == "__main__":
    x = jax.random.normal(jax.random.PRNGKey(0), (10, 3))
    w = jnp.ones(3)
    y = x @ jnp.array([1.0, 2.0, 3.0])
    assert jax.grad(objective)(w, x, y).any()
    slope = jax.grad(hyper)(0.5, w, x, y)
    fd = (hyper(0.6, w, x, y) - hyper(0.4, w, x, y)) / 0.2
    assert slope == 0.0 and fd > 2.9
