# framework: jax
# verdict: clean
# seen: closure_convert gives a function and what it closed over; only the latter is traced
from functools import partial

import jax
import jax.numpy as jnp
from jax import custom_derivatives


@partial(jax.jit, static_argnums=(0,))
def integrate(slope, start, times, *held):
    def step(state, time):
        return state + 0.1 * slope(state, time, *held), None

    return jax.lax.scan(step, start, times)[0]


def solve(rate):
    def slope(state, time):
        return -rate * state * time

    start, times = jnp.ones(2), jnp.linspace(0.0, 1.0, 5)
    converted, held = custom_derivatives.closure_convert(slope, start, times[0])
    return integrate(converted, start, times, *held).sum()


print(jax.grad(solve)(2.0))
