# framework: jax
# verdict: clean
# seen: padded by one cell at each end, inside jit as well
import json
from functools import partial

import jax
import jax.numpy as jnp


def halo(size, settings):
    return ((size, size), (0, 0)) if settings is None else settings


@partial(jax.jit, static_argnums=(1,))
def read(mesh, size):
    width = halo(size, json.loads("[[2, 2], [0, 0]]") if size else None)
    width = jax.tree.map(lambda each: each // 2, width)
    if width[0][0] > 0 or width[1][0] > 0:
        mesh = jnp.pad(mesh, width)
    return mesh.sum(axis=0), mesh.shape


found, shape = read(jnp.ones((4, 2)), 2)
assert [int(each) for each in shape] == [6, 2], shape
print("OBSERVED clean", found)
