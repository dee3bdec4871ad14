# framework: torch
# verdict: zero
# seen: zero
import torch
from torch import nn


class BinaryMask(nn.Module):
    def __init__(self, n, tau=0.5):
        super().__init__()
        self.scores = nn.Parameter(torch.rand(n))
        self.tau = tau

    def forward(self, w):
        mask = torch.sign(self.scores - self.tau).clamp(min=0)  # HAZARD GL403
        return w * mask


class MaskedLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.register_buffer("weight", torch.randn(n_out, n_in))
        self.mask = BinaryMask(n_in)

    def forward(self, x):
        return x @ self.mask(self.weight).t()


torch.manual_seed(0)
m = MaskedLinear(3, 2)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
opt.zero_grad()
m(torch.randn(4, 3)).pow(2).mean().backward()
opt.step()
print("OBSERVED", "zero" if not m.mask.scores.grad.any() else "clean")
