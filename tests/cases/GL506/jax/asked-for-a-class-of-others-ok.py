# framework: jax
# verdict: clean
# seen: what an unknown class lets through need not be traced
import collections

import jax
import jax.numpy as jnp

kinds = {"traced": jax.core.Tracer}
Traced = kinds[collections.Counter(["traced"]).most_common()[0][0]]


def validate(rate):
    if not isinstance(rate, Traced):
        if rate < 0:
            raise ValueError("no negative rate")
    return rate


@jax.jit
def decay(times, rate):
    return jnp.exp(-validate(rate) * times)


print(decay(jnp.ones(3), 2.0))
