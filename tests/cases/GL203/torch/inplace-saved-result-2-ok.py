# framework: torch
# verdict: clean
# seen: gradient as expected
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class SelfAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.dim = dim

    def forward(self, x, mask):
        q, k, v = self.qkv(x).split(self.dim, dim=-1)
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.dim)
        scores.masked_fill_(mask, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        out = weights @ v
        out += x
        return out


def plain(layer, x, mask):
    q, k, v = layer.qkv(x).split(layer.dim, dim=-1)
    scores = (q @ k.transpose(-2, -1) / math.sqrt(layer.dim)).masked_fill(mask, float("-inf"))
    return scores.softmax(dim=-1) @ v + x


torch.manual_seed(0)
layer = SelfAttention(8)
x = torch.randn(2, 6, 8)
mask = torch.triu(torch.ones(6, 6, dtype=torch.bool), diagonal=1)
layer(x, mask).pow(2).mean().backward()
got = layer.qkv.weight.grad.clone()
layer.zero_grad()
plain(layer, x, mask).pow(2).mean().backward()
print("OBSERVED", "clean" if torch.allclose(got, layer.qkv.weight.grad, atol=1e-6) else "wrong")
