# framework: jax
# verdict: clean
# seen: the power belongs to the form: 4 and 8
from functools import partial

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Powers:
    power = 2

    def __init__(self, scale):
        self.scale = scale
        self.power = 2

    @partial(jax.jit, static_argnums=(1,))
    def raised(self, sign, x):
        return sign * self.scale * x**self.power

    def tree_flatten(self):
        return (self.scale,), self.power

    @classmethod
    def tree_unflatten(cls, power, children):
        made = cls(*children)
        made.power = power
        return made


powers = Powers(jnp.array(1.0))
first = powers.raised(1, 2.0)
powers.power = 3
second = powers.raised(1, 2.0)
assert float(first) == 4.0 and float(second) == 8.0
print("OBSERVED clean", f"the power belongs to the form: {float(first):.0f} and {float(second):.0f}")
