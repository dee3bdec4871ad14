# framework: torch
# verdict: wrong
# seen: the last layer keeps its input, and the second run brings back another one
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.head = nn.Linear(4, 1)
        self.scale = 1.0

    def body(self, x):
        return self.head(torch.sin(self.layer(x)) * self.scale)  # HAZARD GL415

    def forward(self, x, again):
        self.scale = 2.0
        out = checkpoint(self.body, x, use_reentrant=False) if again else self.body(x)
        self.scale = 3.0
        return out.square().sum()


torch.manual_seed(0)
net, x = Scaled(), torch.randn(2, 4)
net(x, True).backward()
kept = net.head.weight.grad.clone()
net.zero_grad()
net(x, False).backward()
assert (kept - net.head.weight.grad).norm() > 0.1 * kept.norm()
print("OBSERVED wrong")
