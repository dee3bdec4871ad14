# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3, 4]], which is out
import torch
from torch import nn


class Gated(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.squash = nn.Tanh()
        self.drop = nn.Dropout(0.2, inplace=True)

    def forward(self, x):
        h = self.squash(self.fc(x))
        return self.drop(h)  # HAZARD GL203


torch.manual_seed(0)
Gated(4).train()(torch.randn(3, 4)).sum().backward()
