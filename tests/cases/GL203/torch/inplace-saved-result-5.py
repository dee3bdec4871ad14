# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [2, 3, 3]], which is
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.scale = dim ** -0.5

    def forward(self, x, keep):
        q, k, v = self.qkv(x).split(x.shape[-1], dim=-1)
        attn = (q @ k.transpose(-2, -1) * self.scale).softmax(-1)
        attn *= keep  # HAZARD GL203
        return attn @ v


torch.manual_seed(0)
layer = Attention(4)
x = torch.randn(2, 3, 4)
layer(x, (torch.rand(2, 3, 3) > 0.3).float()).sum().backward()
