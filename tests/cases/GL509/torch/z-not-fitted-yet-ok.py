# framework: torch
# verdict: clean
# seen: gradient as expected
import os
import unittest

import torch


class NotFitted(Exception):
    pass


class Distance:
    def __init__(self, layer):
        self.layer, self.centres = layer, "centres.pt"

    def predict(self, x):
        if not os.path.exists(self.centres):
            raise NotFitted
        return (self.layer(x) - torch.load(self.centres)).norm(dim=1)


class Prediction(unittest.TestCase):
    def test_before_fitting(self):
        model = Distance(torch.nn.Linear(3, 4))
        with self.assertRaises(NotFitted):
            model.predict(torch.randn(20, 10))


assert unittest.main(exit=False, argv=["x"]).result.wasSuccessful()
