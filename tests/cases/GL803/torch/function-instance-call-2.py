# framework: torch
# verdict: raises
# seen: RuntimeError: Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function with static forward method
import torch
from torch import nn


class Binarize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return (x > 0).to(x.dtype)

    @staticmethod
    def backward(ctx, g):
        return g


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.binarize = Binarize()

    def forward(self, x):
        return self.binarize(self.fc(x))  # HAZARD GL803


Layer()(torch.randn(2, 3)).sum().backward()
