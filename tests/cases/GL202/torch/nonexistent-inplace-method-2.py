# framework: torch
# verdict: raises
# seen: AttributeError: 'Tensor' object has no attribute 'softmax_'
import torch as th
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.q = nn.Linear(dim, dim, bias=False)
        self.kv = nn.Linear(dim, 2 * dim, bias=False)

    def split(self, t):
        return t.view(t.shape[0], t.shape[1], self.heads, -1).transpose(1, 2)

    def forward(self, x):
        q, (k, v) = self.q(x), self.kv(x).chunk(2, dim=-1)
        q, k, v = map(self.split, (q, k, v))
        weights = q @ k.transpose(-2, -1) * self.scale
        weights.softmax_(dim=-1)  # HAZARD GL202
        return (weights @ v).transpose(1, 2).flatten(2)


th.manual_seed(0)
layer = Attention(dim=8, heads=2)
opt = th.optim.AdamW(layer.parameters(), lr=3e-4)
x = th.randn(2, 5, 8)
opt.zero_grad()
loss = (layer(x) - x).pow(2).mean()
loss.backward()
opt.step()
