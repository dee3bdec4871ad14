# framework: jax
# verdict: clean
# seen: the number of dimensions is a setting of the tree, not one of its leaves
import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Shift:
    def __init__(self, by, dims):
        self.by = by
        self.dims = dims

    def tree_flatten(self):
        children = (self.by,)
        return children, {"dims": self.dims}

    @classmethod
    def tree_unflatten(cls, settings, children):
        return cls(*children, **settings)

    def __call__(self, x):
        if x.ndim < self.dims:
            raise ValueError("too few dimensions")
        return (x + self.by).sum(axis=tuple(range(self.dims)))


@jax.jit
def moved(shift, x):
    return shift(x).sum()


shift = Shift(jnp.ones(3), 1)
jax.grad(lambda x: moved(shift, x))(jnp.ones((2, 3)))
