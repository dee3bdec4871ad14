# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import unittest

import torch


def decay(weights):
    weights.mul_(0.9)  # HAZARD GL201


class LeafTest(unittest.TestCase):
    def test_decay_needs_no_grad(self):
        weights = torch.ones(3, requires_grad=True)
        with self.assertRaises(RuntimeError):
            decay(weights)


decay(torch.ones(2, requires_grad=True))
