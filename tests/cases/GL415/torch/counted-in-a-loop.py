# framework: torch
# verdict: wrong
# seen: every step is computed again with the last number
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(3, 3)
        self.number = 0

    def body(self, h):
        return torch.tanh(self.cell(h) * (1.0 + self.number))  # HAZARD GL415

    def forward(self, h, again):
        for number in range(5):
            self.number = number
            h = checkpoint(self.body, h, use_reentrant=False) if again else self.body(h)
        return h.square().mean()


torch.manual_seed(0)
net, x = Steps(), torch.randn(2, 3)
net(x, True).backward()
kept = net.cell.weight.grad.clone()
net.zero_grad()
net(x, False).backward()
assert (kept - net.cell.weight.grad).abs().max() > 1e-3
print("OBSERVED wrong")
