# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment.
import jax.numpy as jnp
from flax import nnx

moving = nnx.BatchStat(jnp.zeros(3))
inside = moving[...]
inside[0] = 1.0  # HAZARD GL207
