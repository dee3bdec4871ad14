# framework: jax
# verdict: clean
# seen: the weights of the mask are a tracer
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.pmap, in_axes=(None, 0), axis_name="devices")
def weighted(weights, labels):
    return jax.lax.pmean(jnp.mean(weights[labels]), "devices")


weights = np.array([0.5, 1.0, 2.0])
mean = weighted(weights, jnp.array([[0, 2, 2, 0]]))
assert float(mean[0]) == 1.25
print("OBSERVED clean", "the weights of the mask are a tracer")
