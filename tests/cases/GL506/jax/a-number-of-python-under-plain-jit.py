# framework: jax
# verdict: raises
# seen: TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[]
import argparse

import jax
import jax.numpy as jnp


@jax.jit
def begin(key, with_tracer=False):
    field = jax.random.normal(key, (4,))
    if with_tracer:  # HAZARD GL506
        field = field + jnp.ones(4)
    return field


parser = argparse.ArgumentParser()
parser.add_argument("--tracer", type=int, default=1)
options = parser.parse_args([])
print(begin(jax.random.key(0), bool(options.tracer)).sum())
