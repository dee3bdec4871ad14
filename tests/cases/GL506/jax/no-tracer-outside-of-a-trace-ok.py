# framework: jax
# verdict: clean
# seen: outside of jit and grad an array has its values, whatever it was computed from
import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer


def level(state):
    wave = jnp.sin(state)
    if isinstance(wave, Tracer):
        return wave
    held = np.array(wave)
    held[0] = 3.0
    return float(wave.sum()) if wave.sum() > 0 else held


def shown(state):
    wave = jnp.sin(state)
    if not isinstance(wave, Tracer) and wave.max() > 0.5:
        print("high")
    return wave


print(level(jnp.ones(3)), jax.jit(shown)(jnp.ones(3)), shown(jnp.ones(3)))
