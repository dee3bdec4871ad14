# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Stem(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)
        self.head = nn.Linear(2, 1)

    def forward(self, img):
        h = checkpoint(self.conv, img, use_reentrant=True)  # HAZARD GL407
        return self.head(h.mean((2, 3)))


torch.manual_seed(0)
net = Stem()
net(torch.rand(2, 1, 5, 5)).sum().backward()
print("OBSERVED", "none" if net.conv.weight.grad is None else "clean")
