# framework: torch
# verdict: raises
# seen: RuntimeError: Output 0 of Unbind is a view and is being modified inplace. This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace t
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
        q *= self.scale  # HAZARD GL204
        attn = (q @ k.transpose(-2, -1)).softmax(dim=-1)
        return (attn @ v).transpose(1, 2).reshape(b, n, d)


torch.manual_seed(0)
layer = Attention(8)
opt = torch.optim.AdamW(layer.parameters(), lr=1e-3)
x = torch.randn(2, 5, 8)
opt.zero_grad()
loss = nn.functional.mse_loss(layer(x), x)
loss.backward()
opt.step()
