# framework: torch
# verdict: wrong
# seen: the step grows with the number of batches
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--freeze", action="store_true")
parser.add_argument("--group", type=int, default=4)
args = parser.parse_args([])
torch.manual_seed(0)


class Rater(nn.Module):
    def __init__(self, freeze):
        super().__init__()
        self.embed, self.hidden, self.score = nn.Embedding(20, 6), nn.Linear(6, 6), nn.Linear(6, 1)
        if freeze:
            self.embed.weight.requires_grad = False

    def forward(self, words):
        return self.score(torch.tanh(self.hidden(self.embed(words))))


model = Rater(args.freeze)
optimizer = torch.optim.Adagrad(filter(lambda p: p.requires_grad, model.parameters()), lr=0.05)
optimizer.zero_grad()
for number in range(8):
    loss = model(torch.randint(0, 20, (5,))).square().mean()
    loss.backward()  # HAZARD GL607
    if (number + 1) % args.group == 0:
        optimizer.step()
        optimizer.zero_grad()
print("OBSERVED wrong")
