# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [5, 3]] is at version
import torch
from torch import nn


class SkipGram(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim, max_norm=0.5)
        self.mix = nn.Parameter(torch.eye(dim))

    def forward(self, centre):
        everything = self.emb.weight @ self.mix
        return self.emb(centre) @ everything.t()  # HAZARD GL203


torch.manual_seed(0)
model = SkipGram(5, 3)
model(torch.tensor([1, 2])).logsumexp(1).sum().backward()
