# framework: jax
# verdict: raises
# seen: TracerBoolConversionError: Attempted boolean conversion of traced array
import dataclasses

import jax
import jax.numpy as jnp


class Window:
    def __init__(self, weights, width):
        self.weights = weights
        self.width = width


def flatten(window):
    return (window.weights, window.width), None


jax.tree_util.register_pytree_node(Window, flatten, lambda _, children: Window(*children))


@jax.jit
def energy(window, x):
    if window.width > 2:  # HAZARD GL506
        x = x * 2.0
    return jnp.sum(window.weights * x)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Box:
    side: jax.Array
    dims: int


@jax.jit
def volume(box, x):
    if box.dims > 2:  # HAZARD GL506
        return jnp.sum(x * box.side**3)
    return jnp.sum(x * box.side**2)


x = jnp.ones(4)
for step in (
    lambda: jax.grad(lambda v: energy(Window(jnp.ones(4), 3), v))(x),
    lambda: jax.grad(lambda v: volume(Box(jnp.ones(()), 3), v))(x),
):
    step()
