import torch
from torch import nn


def scatter_softmax(scores, index, n):
    smax = torch.full((n,), -1e9).scatter_reduce(0, index, scores.detach(), "amax")
    e = (scores - smax[index]).exp()
    den = torch.zeros(n).index_add(0, index, e)
    return e / (den[index] + 1e-9)


class RelationalAttention(nn.Module):
    def __init__(self, dim, relations):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.k = {r: nn.Linear(dim, dim) for r in relations}  # HAZARD hidden-layers GL308
        self.v = nn.Linear(dim, dim)
        self.relations = relations

    def forward(self, h, edges):
        out = torch.zeros_like(h)
        for r in self.relations:
            src, dst = edges[r]
            score = (self.q(h)[dst] * self.k[r](h)[src]).sum(-1) / h.shape[-1] ** 0.5
            w = scatter_softmax(torch.tensor(score.tolist()), dst, h.shape[0])  # HAZARD new-tensor GL102
            out = out.index_add(0, dst, w[:, None] * self.v(h)[src])
        return out + h
