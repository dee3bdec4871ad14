# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class Adapter(nn.Module):
    def __init__(self, inner, rank):
        super().__init__()
        self.inner = inner
        self.down, self.up = nn.Linear(inner.in_features, rank), nn.Linear(rank, inner.out_features)

    def forward(self, x):
        return self.inner(x) + self.up(self.down(x))


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
opt = torch.optim.AdamW(model.parameters(), lr=0.1)
model[2] = nn.Linear(4, 2)  # HAZARD GL310
before = model[2].weight.detach().clone()
loss = nn.functional.cross_entropy(model(torch.randn(5, 3)), torch.tensor([0, 1, 0, 1, 0]))
opt.zero_grad()
loss.backward()
opt.step()
print("OBSERVED", "wrong" if torch.equal(before, model[2].weight) else "clean")
