import torch
from torch import nn

from .layers import RelationalAttention
from .memory import NodeMemory


class TGN(nn.Module):
    def __init__(self, num_nodes, dim, relations):
        super().__init__()
        self.feat = nn.Parameter(torch.randn(num_nodes, dim) * 0.1)
        self.memory = NodeMemory(num_nodes, dim, 2 * dim)
        self.layer = RelationalAttention(dim, relations)
        self.decoder = nn.Bilinear(dim, dim, 1)

    def embed(self, edges):
        return self.layer(self.feat + self.memory.memory, edges)

    def score(self, h, src, dst):
        return self.decoder(h[src], h[dst]).squeeze(-1)

    def observe(self, h, src, dst, t):
        msg = torch.cat([h[src], h[dst]], dim=-1)
        self.memory.update(src, msg, t)
