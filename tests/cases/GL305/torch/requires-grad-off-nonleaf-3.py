# framework: torch
# verdict: raises
# seen: RuntimeError: you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require dif
import torch
from torch import nn


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)

    def targets(self, x):
        out = self.net(x).softmax(-1)
        out.requires_grad = False  # HAZARD GL305
        return out


Teacher().targets(torch.randn(2, 3))
