# framework: jax
# verdict: clean
# seen: another form is another compilation: [2.] and [1.]
import jax
import jax.numpy as jnp
from jax import tree_util


class Scaled:
    def __init__(self, weight, double):
        self.weight = weight
        self.double = double

    @jax.jit
    def apply(self, x):
        if self.double:
            return 2 * self.weight * x
        return self.weight * x

    def _flatten(self):
        return (self.weight,), {"double": self.double}

    @classmethod
    def _unflatten(cls, form, children):
        return cls(*children, **form)


tree_util.register_pytree_node(Scaled, Scaled._flatten, Scaled._unflatten)
model = Scaled(jnp.ones(1), True)
first = model.apply(jnp.ones(1))
model.double = False
second = model.apply(jnp.ones(1))
assert float(first[0]) == 2.0 and float(second[0]) == 1.0
other = Scaled(jnp.ones(1), True)
assert float(other.apply(jnp.ones(1))[0]) == 2.0
print("OBSERVED clean", f"another form is another compilation: {first} and {second}")
