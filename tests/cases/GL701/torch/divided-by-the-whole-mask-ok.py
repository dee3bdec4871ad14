# framework: torch
# verdict: clean
# seen: the sum of the mask vanishes with none of its elements
import torch
from torch import nn


class MaskedNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))

    def forward(self, x, padding):
        mask = 1 - padding[:, :, None]
        count = mask.sum()
        mean = (x * mask).sum(dim=(0, 1)) / count
        spread = ((x - mean) ** 2 * mask).sum(dim=(0, 1)) / count
        out = self.scale * (x - mean) * torch.rsqrt(spread + 1e-5)
        return out.masked_fill(mask == 0, 0)


torch.manual_seed(0)
net = MaskedNorm(4)
x = torch.randn(2, 3, 4, requires_grad=True)
net(x, torch.tensor([[0.0, 0, 1], [0, 1, 1]])).pow(2).sum().backward()
assert x.grad.isfinite().all() and net.scale.grad.isfinite().all()
print("OBSERVED clean", "the sum of the mask vanishes with none of its elements")
