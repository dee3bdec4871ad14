# framework: jax
# verdict: wrong
# seen: 2 where 1 is right
from functools import partial

import jax
import jax.numpy as jnp


class Scaled:
    def __init__(self, weight, double):
        self.weight = weight
        self.double = double

    @partial(jax.jit, static_argnums=(0,))
    def apply(self, x):
        if self.double:  # HAZARD GL110
            return 2 * self.weight * x
        return self.weight * x


model = Scaled(1.0, True)
model.apply(jnp.array(1.0))
model.double = False
second = model.apply(jnp.array(1.0))
print("OBSERVED wrong", f"{float(second):.0f} where 1 is right")
