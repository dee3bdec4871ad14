# framework: torch
# verdict: clean
# seen: a summand is in no derivative, and half of it is not, either
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Shifted(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.shift = torch.zeros(4)

    def body(self, x):
        return (torch.sin(self.layer(x)) + self.shift) * 0.5

    def forward(self, x, again):
        self.shift = torch.ones(4)
        out = checkpoint(self.body, x, use_reentrant=True) if again else self.body(x)
        self.shift = torch.full((4,), 2.0)
        return out.square().sum()


torch.manual_seed(0)
net, x = Shifted(), torch.randn(2, 4, requires_grad=True)
net(x, True).backward()
kept = net.layer.weight.grad.clone()
net.zero_grad()
net(x, False).backward()
assert torch.allclose(kept, net.layer.weight.grad)
