# framework: jax
# verdict: clean
# seen: what belongs to the form of a tree stays a Python number under jit
import dataclasses
import functools

import jax
import jax.numpy as jnp
import numpy as np


class Window:
    def __init__(self, weights, width):
        self.weights = weights
        self.width = width


def flatten(window):
    return (window.weights,), (window.width,)


jax.tree_util.register_pytree_node(Window, flatten, lambda form, children: Window(*children, *form))


@functools.partial(jax.tree_util.register_dataclass, data_fields=["side"], meta_fields=["dims"])
@dataclasses.dataclass
class Box:
    side: jax.Array
    dims: int


def part_of_the_form(**options):
    told = dict(options)
    told["static"] = True
    return dataclasses.field(metadata=told)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Grid:
    cells: jax.Array
    dims: int = part_of_the_form()
    size: float = part_of_the_form()


@jax.jit
def energy(window, box, grid, x):
    if window.width > 2:
        x = x * 2.0
    for _ in range(box.dims):
        x = x * box.side
    offsets = np.zeros((2, grid.dims))
    offsets[0, 0] = grid.size
    return jnp.sum(window.weights * x) + jnp.sum(grid.cells[: grid.dims]) + offsets.sum()


x = jnp.ones(4)
given = (Window(jnp.ones(4), 3), Box(jnp.ones(()), 2), Grid(jnp.ones(5), 3, 0.5))
print(jax.grad(lambda v: energy(*given, v))(x))
