import torch
from torch import nn

from .pooling import POOLERS


class Tower(nn.Module):
    def __init__(self, vocab, dim, pool):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.mix = nn.Linear(dim, dim)
        self.head = nn.Identity()
        self.pool = pool

    def with_projection(self, size):
        self.head = nn.Linear(self.mix.out_features, size, bias=False)
        return self

    def forward(self, tokens):
        states = torch.tanh(self.mix(self.embed(tokens)))
        return self.head(self.pool(states, tokens != 0))


class PairModel(nn.Module):
    def __init__(self, towers):
        super().__init__()
        self.towers = nn.ModuleDict(towers)

    def forward(self, query, doc):
        return self.towers["query"](query), self.towers["doc"](doc)


def build(cfg):
    pool = POOLERS[cfg.pooler]
    return PairModel({name: Tower(cfg.vocab, cfg.dim, pool) for name in ("query", "doc")})
