# framework: jax
# verdict: wrong
# seen: the second run tells the speed of the first
import functools
import time
from dataclasses import dataclass

import jax
import jax.numpy as jnp


@functools.partial(jax.tree_util.register_dataclass, data_fields=["place", "moves"], meta_fields=[])
@dataclass
class Swarm:
    place: jax.Array
    moves: jax.Array


def advance(swarm, _):
    (place, moves), form = jax.tree_util.tree_flatten(swarm)
    return jax.tree_util.tree_unflatten(form, [place * 0.9, moves + 1]), None


@jax.jit
def simulate(place):
    began = time.time()  # HAZARD GL110
    swarm, _ = jax.lax.scan(advance, Swarm(place, jnp.zeros(())), None, length=8)
    spent = time.time() - began  # HAZARD GL110
    return swarm.place, swarm.moves / spent


speeds = []
for _ in range(3):
    speeds.append(float(simulate(jnp.ones(4))[1]))
assert speeds[0] == speeds[1] == speeds[2]
