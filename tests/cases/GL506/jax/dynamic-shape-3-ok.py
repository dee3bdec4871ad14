# framework: jax
# verdict: clean
# seen: path followed by integers
from functools import partial

import jax
import jax.numpy as jnp


def advance(carry):
    parents, costs, node, total = carry
    parent = parents[node]
    stay = (node, total)
    move = (parent, total + costs[node])
    # where() of a condition gives integers if its branches are integers: an index, no mask.
    node, total = jax.tree.map(partial(jnp.where, parent == node), stay, move)
    return parents, costs, node, total


@jax.jit
def cost_to_root(parents, costs, leaf):
    def climbing(carry):
        parents, _, node, _ = carry
        return parents[node] != node

    _, _, root, total = jax.lax.while_loop(climbing, advance, (parents, costs, leaf, 0.0))
    label = parents[root]
    return total, label


def nearest(points, query):
    squares = jnp.sum((points - query) ** 2, axis=1)
    chosen = jnp.where(squares[0] < squares[1], 0, 1)
    return points[chosen]


parents = jnp.array([0, 0, 1, 2])
total, label = cost_to_root(parents, jnp.array([0.0, 1.0, 2.0, 3.0]), 3)
points = jnp.array([[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]])
slope = jax.jit(jax.grad(lambda q: jnp.sum((nearest(points, q) - q) ** 2)))(jnp.array([1.25, 1.0]))
right = float(total) == 6.0 and int(label) == 0 and jnp.allclose(slope, jnp.array([0.5, 0.0]))
print("OBSERVED", "clean" if right else "wrong", "path followed by integers")
