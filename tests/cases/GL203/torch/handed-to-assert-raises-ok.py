# framework: torch
# verdict: clean
# seen: the function that is handed to assertRaisesRegex fails as it says
import unittest

import torch


class SavedTest(unittest.TestCase):
    def test_what_exp_keeps_is_overwritten(self):
        w = torch.ones(3, requires_grad=True)

        def run():
            y = w.exp()
            y.mul_(2)
            y.sum().backward()

        self.assertRaisesRegex(RuntimeError, "modified by an inplace operation", run)

    def test_a_mask_is_written_over_the_result(self):
        w = torch.ones(3, requires_grad=True)

        def masked():
            y = torch.sigmoid(w)
            y[0] = 0.0
            y.sum().backward()

        self.assertRaises(RuntimeError, masked)


result = unittest.TextTestRunner(verbosity=0).run(unittest.defaultTestLoader.loadTestsFromTestCase(SavedTest))
assert result.wasSuccessful()
print("OBSERVED clean")
