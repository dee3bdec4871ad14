import torch
from torch import nn

from .quantize import quantize


class TextEncoder(nn.Module):
    def __init__(self, vocab=50, dim=16):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mixer = nn.TransformerEncoderLayer(dim, 2, 32, batch_first=True, dropout=0.0)

    def forward(self, ids):
        return self.mixer(self.embed(ids)).mean(1)


class QuantClassifier(nn.Module):
    def __init__(self, classes=3, dim=16):
        super().__init__()
        self.encoder = TextEncoder(dim=dim)
        self.project = nn.Linear(dim, dim)
        self.classify = nn.Linear(dim, classes)

    def forward(self, ids, labels=None):
        code = quantize(self.project(self.encoder(ids)))
        logits = self.classify(code)
        if labels is None:
            return logits
        return nn.functional.cross_entropy(logits, labels), logits
