# framework: torch
# verdict: wrong
# seen: a reentrant checkpoint is differentiated as it ran the second time, with the new scale
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.scale = 1.0

    def body(self, x):
        return torch.sin(self.layer(x)) * self.scale  # HAZARD GL415

    def forward(self, x, again):
        self.scale = 2.0
        out = checkpoint(self.body, x, use_reentrant=True) if again else self.body(x)
        self.scale = 3.0
        return out.square().sum()


torch.manual_seed(0)
net, x = Scaled(), torch.randn(2, 4, requires_grad=True)
net(x, True).backward()
kept = net.layer.weight.grad.clone()
net.zero_grad()
net(x, False).backward()
assert (kept - net.layer.weight.grad).norm() > 0.1 * kept.norm()
print("OBSERVED wrong")
