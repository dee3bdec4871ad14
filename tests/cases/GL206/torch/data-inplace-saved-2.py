# framework: torch
# verdict: wrong
# seen: largest difference 0.1833
import torch
from torch import nn
from torch.nn import functional as F


class Regressor(nn.Module):
    def __init__(self, n_in=6, width=12, keep=0.7):
        super().__init__()
        self.keep = keep
        self.inp = nn.Linear(n_in, width)
        self.out = nn.Linear(width, 1)

    def forward(self, x, mask):
        h = torch.tanh(self.inp(x))
        h.data.mul_(mask / self.keep)  # HAZARD GL206
        return self.out(h)


torch.manual_seed(0)
net = Regressor()
opt = torch.optim.SGD(net.parameters(), lr=0.05)
x, y = torch.randn(16, 6), torch.randn(16, 1)
mask = torch.bernoulli(torch.full((16, 12), net.keep))
opt.zero_grad()
F.mse_loss(net(x, mask), y).backward()
dropped = torch.tanh(net.inp(x)) * (mask / net.keep)
(expected,) = torch.autograd.grad(F.mse_loss(net.out(dropped), y), net.inp.weight)
gap = (net.inp.weight.grad - expected).abs().max().item()
opt.step()
print("OBSERVED", "wrong" if gap > 1e-2 else "clean", "largest difference", round(gap, 4))
