# framework: torch
# verdict: wrong
# seen: the heads never move
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.score = nn.Linear(width, 1)

    def forward(self, x):
        return self.score(x).squeeze(-1)


class Ensemble(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.body = nn.Linear(3, width)
        self.heads = [Head(width), Head(width)]  # HAZARD GL308

    def forward(self, x):
        x = torch.tanh(self.body(x))
        return sum(head(x) for head in self.heads)


torch.manual_seed(0)
model = Ensemble()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
before = model.heads[0].score.weight.detach().clone()
loss = model(torch.randn(4, 3)).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "wrong" if torch.equal(before, model.heads[0].score.weight) else "clean")
