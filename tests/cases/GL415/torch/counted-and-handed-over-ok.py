# framework: torch
# verdict: clean
# seen: the number is an argument, so it is the same when the function runs again
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(3, 3)
        self.number = 0

    def body(self, h, number):
        return torch.tanh(self.cell(h)) * (1.0 + number)

    def forward(self, h):
        for number in range(5):
            self.number = number
            h = checkpoint(self.body, h, number, use_reentrant=False)
        return h.square().mean()


net = Steps()
net(torch.randn(2, 3)).backward()
assert net.number == 4
