# framework: torch
# verdict: clean
# seen: the error is waited for
import unittest

import torch


class LeafTest(unittest.TestCase):
    def test_writing_to_a_leaf_fails(self):
        weights = torch.ones(3, requires_grad=True)
        with self.assertRaises(RuntimeError):
            weights.mul_(2.0)


result = unittest.TextTestRunner(verbosity=0).run(unittest.defaultTestLoader.loadTestsFromTestCase(LeafTest))
assert result.wasSuccessful()
print("OBSERVED clean")
