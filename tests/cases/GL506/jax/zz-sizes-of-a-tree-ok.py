# framework: jax
# verdict: clean
# seen: [2. 2. 2.]: the sizes of the leaves are numbers of Python
import jax
import jax.numpy as jnp
from flax import struct


class Missing:
    pass


def count(tree):
    return sum(jax.tree_util.tree_leaves(jax.tree_util.tree_map(lambda x: x.size, tree)))


@struct.dataclass
class Operator:
    weights: dict = Missing()

    def __matmul__(self, y):
        return product(self, y)

    def solve(self, y):
        return product(self, y)


@jax.jit
def product(operator, vector):
    if not count(operator.weights) == vector.size:
        raise ValueError("another size")
    return vector * 2


print(Operator({"a": jnp.ones(2), "b": jnp.ones(1)}) @ jnp.ones(3))
