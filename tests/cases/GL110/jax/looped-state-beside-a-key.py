# framework: jax
# verdict: wrong
# seen: every call draws the same shift
import operator
import random
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


class Walker(flax.struct.PyTreeNode):
    place: jax.Array
    settings: Any = flax.struct.field(pytree_node=False)

    def moved(self, step):
        return self.replace(place=self.place + step)


def walk(number, carry):
    walker, key = carry
    key, used = jax.random.split(key)
    return operator.methodcaller("moved", jax.random.normal(used, (2,)))(walker), key


@jax.jit
def journey(place, key):
    walker, _ = jax.lax.fori_loop(0, 5, walk, (Walker(place, "plain"), key))
    shift = random.random()  # HAZARD GL110
    return walker.place + shift


first, second = (journey(jnp.zeros(2), jax.random.key(0)) for _ in range(2))
assert (first == second).all()
