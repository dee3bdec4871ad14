# framework: jax
# verdict: clean
# seen: 3.0: how many axes a leaf has is known while tracing
import jax
import jax.numpy as jnp
from flax import struct


class Nothing:
    pass


@struct.dataclass
class Prior:
    tree: dict = Nothing()

    def of(self):
        return penalty(self)

    def both(self, other):
        return penalty(self) + penalty(other)


@jax.jit
def penalty(prior):
    axes = jax.tree.map(lambda leaf: leaf.ndim, prior.tree)
    if sum(jax.tree.leaves(axes)) > 4:
        raise ValueError("too many axes")
    return sum(jnp.sum(leaf) for leaf in jax.tree.leaves(prior.tree))


print(Prior({"w": jnp.ones((2, 1)), "b": jnp.ones(1)}).of())
