# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self, classes, prior=0.01):
        super().__init__()
        self.cls = nn.Conv2d(3, classes, 1)
        bias = self.cls.bias
        bias[:] = -torch.log(torch.tensor((1 - prior) / prior))  # HAZARD GL201

    def forward(self, x):
        return self.cls(x)


Detector(4)
