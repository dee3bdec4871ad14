# framework: torch
# verdict: clean
# seen: gradient as expected
import unittest

import torch


class Sensitivity(unittest.TestCase):
    def data(self):
        points = torch.rand(6, 2)
        return points, points.sum(dim=1, keepdim=True)

    def test_input_gradient(self):
        points, targets = self.data()
        model = torch.nn.Linear(2, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        (model(points) - targets).square().mean().backward()
        optimizer.step()
        points.requires_grad_(True)
        model(points).mean().backward()
        self.assertTrue(torch.allclose(points.grad[0], model.weight[0] / 6))


assert unittest.main(exit=False, argv=["x"]).result.wasSuccessful()
