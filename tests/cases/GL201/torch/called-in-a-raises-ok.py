# framework: torch
# verdict: clean
# seen: the write to the leaf raises in a helper, and the test asserts it around the call
import unittest

import torch


def decay(weights):
    weights.mul_(0.9)


class LeafTest(unittest.TestCase):
    def test_decay_needs_no_grad(self):
        weights = torch.ones(3, requires_grad=True)
        with self.assertRaises(RuntimeError):
            decay(weights)
        self.assertRaises(RuntimeError, decay, weights)


result = unittest.TextTestRunner(verbosity=0).run(unittest.defaultTestLoader.loadTestsFromTestCase(LeafTest))
assert result.wasSuccessful()
print("OBSERVED clean")
