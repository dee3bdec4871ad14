# framework: jax
# verdict: raises
# seen: TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
"""Population model under vmap: the solver stops early with a Python test."""
import functools

import jax
import jax.numpy as jnp


def guarded(limit):
    def wrap(fn):
        @functools.wraps(fn)
        def inner(state, theta):
            new = fn(state, theta)
            return new if jnp.abs(new - state).max() > limit else state  # HAZARD GL506

        return inner

    return wrap


@guarded(1e-5)
def logistic_step(state, theta):
    growth, capacity = theta
    return state + 0.1 * growth * state * (1 - state / capacity)


def simulate(theta, start, steps=5):
    state = start
    for _ in range(steps):
        state = logistic_step(state, theta)
    return state


def misfit(theta, starts, observed):
    finals = jax.vmap(simulate, in_axes=(None, 0))(theta, starts)
    return jnp.mean((finals - observed) ** 2)


if __name__ == "__main__":
    theta = (jnp.array(0.5), jnp.array(2.0))
    print(jax.grad(lambda th: simulate(th, jnp.array(0.1)))(theta))
    print(jax.grad(misfit)(theta, jnp.linspace(0.1, 1.0, 4), jnp.ones(4)))
