# framework: jax
# verdict: clean
# seen: the gradient is that of a sum over 6 steps
import pickle

import jax
import jax.numpy as jnp

STORED = pickle.dumps({"steps": 3, "rates": [1, 2]})


def scaled(settings, factor):
    return jax.tree_util.tree_map(lambda each: each * factor, settings)


class Solver:
    def __init__(self, settings):
        self.settings = scaled(settings, 2)

    def __call__(self, x):
        total = jnp.zeros(())
        if self.settings["steps"] > 4:
            total = total + 15.0 * x
        while self.settings["rates"][0] < 1:
            total = total / 2.0
        return total / 6.0


solver = Solver(pickle.loads(STORED))
found = jax.jit(jax.grad(solver))(1.0)
assert jnp.allclose(found, 15 / 6), found
print("OBSERVED clean", found)
