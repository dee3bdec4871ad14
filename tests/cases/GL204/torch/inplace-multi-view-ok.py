# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.qkv = nn.Linear(dim, dim * 3)
        self.heads = heads
        self.scale = (dim // heads) ** -0.5

    def forward(self, x):
        b, n, d = x.shape
        qkv = self.qkv(x).reshape(b, n, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        q = q * self.scale
        attn = (q @ k.transpose(-2, -1)).softmax(dim=-1)
        return (attn @ v).transpose(1, 2).reshape(b, n, d)


class SlicedAttention(Attention):
    def forward(self, x):
        b, n, d = x.shape
        qkv = self.qkv(x).reshape(b, n, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        q = qkv[0]
        q *= self.scale
        attn = (q @ qkv[1].transpose(-2, -1)).softmax(dim=-1)
        return (attn @ qkv[2]).transpose(1, 2).reshape(b, n, d)


torch.manual_seed(0)
layer, sliced = Attention(8), SlicedAttention(8)
sliced.load_state_dict(layer.state_dict())
x = torch.randn(2, 5, 8)
for module in (layer, sliced):
    module(x).pow(2).mean().backward()
same = torch.allclose(layer.qkv.weight.grad, sliced.qkv.weight.grad, atol=1e-6)
print("OBSERVED", "clean" if same else "wrong")
