# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class DecoderLayer(nn.Module):
    def __init__(self, dim, cfg):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.memory = nn.Linear(dim, dim)
        self.pos = nn.Parameter(torch.zeros(1, cfg["length"], dim))
        self.use_pos = cfg["use_pos"]

    def forward(self, tokens, memory):
        h = self.memory(tokens) + tokens
        if self.use_pos:
            h += self.pos
        q = self.query(h)
        h = h.clone()
        h[:, 0] = self.pos[:, 0]
        scores = torch.softmax(q @ memory.transpose(1, 2), dim=-1)
        out = torch.zeros_like(h)
        for i in range(h.shape[1]):
            out[:, i] = scores[:, i : i + 1].bmm(memory).squeeze(1)
        return out + h


torch.manual_seed(0)
layer = DecoderLayer(6, {"length": 4, "use_pos": True}).double()
tokens, memory = torch.randn(2, 4, 6).double(), torch.randn(2, 3, 6).double()
tokens.requires_grad_()
right = torch.autograd.gradcheck(lambda t: layer(t, memory).sum(), (tokens,))
layer(tokens, memory).pow(2).mean().backward()
print("OBSERVED", "clean" if right and all(p.grad.any() for p in layer.parameters()) else "wrong")
