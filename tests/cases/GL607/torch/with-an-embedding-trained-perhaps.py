# framework: torch
# verdict: wrong
# seen: the step grows with the number of batches
import os

import torch
from torch import nn


class Reader(nn.Module):
    def __init__(self, train_embedding):
        super().__init__()
        self.embedding, self.rnn, self.out = nn.Embedding(30, 5), nn.GRU(5, 5), nn.Linear(5, 2)
        if not train_embedding:
            self.embedding.weight.requires_grad_(False)

    def forward(self, words):
        return self.out(self.rnn(self.embedding(words))[0]).mean(0)


torch.manual_seed(0)
reader = Reader(os.environ.get("TRAIN_EMBEDDING"))
optimizer = torch.optim.Adam([p for p in reader.parameters() if p.requires_grad], lr=0.01)
optimizer.zero_grad()
for number in range(1, 9):
    loss = nn.functional.cross_entropy(reader(torch.randint(0, 30, (7, 2))), torch.tensor([0, 1]))
    loss.backward()  # HAZARD GL607
    if number % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
print("OBSERVED wrong")
