# framework: jax
# verdict: clean
# seen: np.sin of a tracer raises TracerArrayConversionError, which the test asserts around the gradient
import unittest

import jax
import jax.numpy as jnp
import numpy as np


def wave(x):
    return np.sin(x).sum()


class TracerTest(unittest.TestCase):
    def test_numpy_refuses_a_tracer(self):
        slope = jax.value_and_grad(wave)
        with self.assertRaises(jax.errors.TracerArrayConversionError):
            slope(jnp.ones(3))


result = unittest.TextTestRunner(verbosity=0).run(unittest.defaultTestLoader.loadTestsFromTestCase(TracerTest))
assert result.wasSuccessful()
print("OBSERVED clean")
