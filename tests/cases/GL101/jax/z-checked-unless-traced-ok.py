# framework: jax
# verdict: clean
# seen: mapped over three rates without a word; a rate of -1 is refused outside
import jax
import jax.numpy as jnp
import numpy as np


class Decay:
    def __init__(self, rate):
        self.rate = rate
        self.check()

    def check(self):
        try:
            known = np.array(self.rate)
        except Exception:
            return
        if np.any(known < 0):
            raise ValueError("a rate below zero")

    def __call__(self, t):
        return jnp.exp(-self.rate * t)


def left(rate):
    return Decay(rate)(2.0)


found = jax.vmap(jax.grad(left))(jnp.array([0.1, 0.5, 1.0]))
assert jnp.allclose(found, -2.0 * jnp.exp(-2.0 * jnp.array([0.1, 0.5, 1.0])))
try:
    Decay(-1.0)
except ValueError as error:
    print("OBSERVED clean", found, error)
