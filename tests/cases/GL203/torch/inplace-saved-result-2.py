# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [2, 6, 6]], which is output 0 of Softmax, is at version 1; expected version 0 instead. Hint: enable a
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
        weights = F.softmax(scores, dim=-1)
        weights.masked_fill_(mask, 0.0)  # HAZARD GL203
        return weights @ v


torch.manual_seed(0)
layer = SelfAttention(8)
opt = torch.optim.Adam(layer.parameters())
x = torch.randn(2, 6, 8)
mask = torch.triu(torch.ones(6, 6, dtype=torch.bool), diagonal=1)
opt.zero_grad()
loss = F.mse_loss(layer(x, mask), x)
loss.backward()
opt.step()
