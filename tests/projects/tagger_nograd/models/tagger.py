from torch import nn

from models.base import BaseTagger


class WindowTagger(BaseTagger):
    def __init__(self, vocab, dim, tags):
        super().__init__(vocab, dim)
        self.context = nn.Conv1d(dim, dim, 3, padding=1)
        self.out = nn.Linear(dim, tags)

    def forward(self, tokens):
        h = self.encode(tokens).transpose(1, 2)
        h = self.context(h).relu().transpose(1, 2)
        return self.out(h)
