# framework: jax
# verdict: clean
# seen: the first row of the copy is cleared, the weights on the device stay
import pickle

import jax
import jax.numpy as jnp
import numpy as np


def pruned(packed):
    weights = jax.tree.map(np.array, pickle.loads(packed))
    for name in weights:
        weights[name][0] = 0.0
    scaled = 2.0 * weights["w"]
    scaled[-1] = 1.0
    return scaled


start = {"w": jnp.ones((3, 2))}
found = pruned(pickle.dumps(start))
assert found[0].tolist() == [0.0, 0.0] and found[-1].tolist() == [1.0, 1.0]
assert start["w"].all()
print("OBSERVED clean", found.tolist())
