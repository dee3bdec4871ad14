# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.scale = dim ** -0.5

    def forward(self, x, keep):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        scores = q @ k.transpose(-2, -1)
        scores *= self.scale
        scores.masked_fill_(keep == 0, -1e4)
        attn = scores.softmax(-1)
        attn = attn * keep
        y = self.out(attn @ v)
        y += x
        return torch.relu_(y)


torch.manual_seed(0)
layer = Attention(4)
x = torch.randn(2, 3, 4)
keep = (torch.rand(2, 3, 3) > 0.3).float()
keep[:, range(3), range(3)] = 1.0
layer(x, keep).sum().backward()
print("OBSERVED", "clean" if torch.isfinite(layer.qkv.weight.grad).all() and layer.qkv.weight.grad.any() else "wrong")
