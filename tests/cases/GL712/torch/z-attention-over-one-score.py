# framework: torch
# verdict: zero
# seen: the scores get a gradient of zero, since each is normalised by itself
import torch
from torch import nn


class Pool(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(dim, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, hidden):
        weights = torch.softmax(self.score(hidden), dim=-1)  # HAZARD GL712
        return (weights * hidden).sum(dim=1)


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)
        self.widen = nn.Linear(4, 6)
        self.pool = Pool(6)
        self.out = nn.Linear(6, 2)

    def forward(self, x):
        return self.out(self.pool(self.widen(self.body(x))))


torch.manual_seed(0)
model = Reader()
opt = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.randn(3, 5, 4)).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
print("OBSERVED", "zero" if not model.pool.score[0].weight.grad.any() else "clean")
