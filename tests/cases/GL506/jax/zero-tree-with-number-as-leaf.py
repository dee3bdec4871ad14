# framework: jax
# verdict: raises
# seen: TracerBoolConversionError: Attempted boolean conversion of traced array of shape bool[]
import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Shift:
    def __init__(self, by, dims):
        self.by = by
        self.dims = dims

    def tree_flatten(self):
        return (self.by, self.dims), None

    @classmethod
    def tree_unflatten(cls, settings, children):
        return cls(*children)

    def __call__(self, x):
        if x.ndim < self.dims:  # HAZARD GL506
            raise ValueError("too few dimensions")
        return (x + self.by).sum()


@jax.jit
def moved(shift, x):
    return shift(x).sum()


shift = Shift(jnp.ones(3), 1)
jax.grad(lambda x: moved(shift, x))(jnp.ones((2, 3)))
