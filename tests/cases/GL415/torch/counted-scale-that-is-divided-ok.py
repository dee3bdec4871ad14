# framework: torch
# verdict: clean
# seen: products with numbers keep their numbers, and those are of the first run
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(3, 3)
        self.number = 0

    def body(self, h):
        return torch.tanh(self.cell(h)) * (1.0 + self.number) / 4.0

    def forward(self, h, again):
        for number in range(4):
            self.number = number
            h = checkpoint(self.body, h, use_reentrant=False) if again else self.body(h)
        return h.square().mean()


torch.manual_seed(0)
net, x = Steps(), torch.randn(2, 3)
net(x, True).backward()
kept = net.cell.weight.grad.clone()
net.zero_grad()
net(x, False).backward()
assert torch.allclose(kept, net.cell.weight.grad)
