# framework: jax
# verdict: clean
# seen: the test passes: it waits for the error
import unittest

import jax
import numpy as np


class TestThatNumpyIsRefused(unittest.TestCase):
    def test_it(self):
        def wave(x):
            return np.sin(10 * x)

        def run():
            return jax.jit(wave)(1.0)

        self.assertRaises(jax.errors.TracerArrayConversionError, run)


assert unittest.TextTestRunner().run(
    unittest.defaultTestLoader.loadTestsFromTestCase(TestThatNumpyIsRefused)
).wasSuccessful()
