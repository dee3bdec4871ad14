import torch
from torch import nn


class BaseTagger(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)

    @torch.no_grad()  # HAZARD nograd-encode GL402
    def encode(self, tokens):
        vectors = self.embed(tokens)
        return torch.tanh(self.mix(vectors))

    @torch.no_grad()
    def predict(self, tokens):
        return self(tokens).argmax(-1)

    def forward(self, tokens):
        raise NotImplementedError
