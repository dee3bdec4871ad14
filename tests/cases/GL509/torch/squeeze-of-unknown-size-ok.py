# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, vocab, size, hidden):
        super().__init__()
        self.embed = nn.Embedding(vocab, size)
        self.mix = nn.Linear(size, size)
        self.cell = nn.LSTMCell(size + hidden, hidden)
        self.hidden = hidden

    def search(self, words, steps):
        attention = torch.zeros(1, self.hidden)
        for _ in range(steps):
            y = self.mix(self.embed(words))
            y = torch.squeeze(y, dim=0)
            x = torch.cat([y, attention], dim=-1)
            attention, _ = self.cell(x)
        return attention


found = Decoder(5, 3, 4).search(torch.tensor([[1]]), 2)
assert found.shape == (1, 4)
