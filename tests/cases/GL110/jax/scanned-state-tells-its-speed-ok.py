# framework: jax
# verdict: clean
# seen: each run has its own time, and the field that is no leaf decides a branch
import functools
import time
from dataclasses import dataclass

import jax
import jax.numpy as jnp


@functools.partial(jax.tree_util.register_dataclass, data_fields=["place", "moves"], meta_fields=["width"])
@dataclass
class Swarm:
    place: jax.Array
    moves: jax.Array
    width: int


def advance(swarm, _):
    (place, moves), form = jax.tree_util.tree_flatten(swarm)
    return jax.tree_util.tree_unflatten(form, [place * 0.9, moves + 1]), None


@jax.jit
def simulate(place):
    swarm, _ = jax.lax.scan(advance, Swarm(place, jnp.zeros(()), 4), None, length=8)
    if swarm.width > 3:
        return swarm.place, swarm.moves
    return swarm.place * 2.0, swarm.moves


speeds = []
for _ in range(3):
    began = time.time()
    place, moves = jax.block_until_ready(simulate(jnp.ones(4)))
    speeds.append(float(moves / (time.time() - began)))
assert len(set(speeds)) == 3
