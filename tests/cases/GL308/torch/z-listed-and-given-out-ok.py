# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Search(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.alphas = torch.randn(2).mul_(1e-3).requires_grad_()
        self._architecture = [self.alphas]

    def architecture(self):
        return self._architecture

    def forward(self, x):
        return self.net(x) * self.alphas.softmax(dim=0)
