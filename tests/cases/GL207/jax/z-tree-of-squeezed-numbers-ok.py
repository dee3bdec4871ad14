# framework: jax
# verdict: clean
# seen: the edge is extrapolated in place, and the volume it gives is finite
import pickle

import jax
import numpy as np


def geometry(tables):
    tables = jax.tree_util.tree_map(np.squeeze, tables)
    slope = 2 * np.pi * tables["slope"]
    slope[-1] = slope[-2]
    return slope


stored = pickle.dumps({"slope": np.array([[1.0, 2.0, np.inf]])})
found = geometry(pickle.loads(stored))
assert np.isfinite(found).all(), found
print("OBSERVED clean", found)
