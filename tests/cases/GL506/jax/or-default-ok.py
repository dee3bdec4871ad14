# framework: jax
# verdict: clean
# seen: the default of what nobody gives is None, and a number that is fixed is no tracer
from functools import partial

import jax
import jax.numpy as jnp
from jax.test_util import check_grads


@partial(jax.jit, static_argnames=("width",))
def attention(scores, bias=None, width=None):
    bias = bias or 0.0
    scale = width or scores.shape[-1]
    masked = bias is None or scale > 2
    return jnp.sum(jax.nn.softmax(scores / scale + bias) ** 2) * masked


check_grads(attention, (jnp.arange(3.0),), order=1, modes=["rev"])
