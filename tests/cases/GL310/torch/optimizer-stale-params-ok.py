# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn, optim
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self, n_in, dim, n_out):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(n_in, dim), nn.Tanh())
        self.head = nn.Linear(dim, n_out)

    def forward(self, x):
        return self.head(self.backbone(x))


def fit(model, optimizer, x, y, steps=5):
    for _ in range(steps):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


torch.manual_seed(0)
model = Net(6, 12, 10)
optimizer = optim.SGD(model.parameters(), lr=0.1)
fit(model, optimizer, torch.randn(20, 6), torch.randint(0, 10, (20,)))

model.head = nn.Linear(12, 3)
model.backbone.requires_grad_(False)
optimizer = optim.SGD(model.head.parameters(), lr=0.1)
head, body = model.head.weight.detach().clone(), model.backbone[0].weight.detach().clone()
fit(model, optimizer, torch.randn(20, 6), torch.randint(0, 3, (20,)))
moved, kept = not torch.equal(head, model.head.weight), torch.equal(body, model.backbone[0].weight)
print("OBSERVED", "clean" if moved and kept else "wrong")
