# framework: torch
# verdict: clean
# seen: the lists are made anew in each round, or hold numbers
import torch
from torch import nn


class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList(nn.Linear(3, 3) for _ in range(3))

    def forward(self, x):
        seen = []
        for step in self.steps:
            x = torch.relu(step(x))
            seen.append(x)
        return sum(seen)


net = Pyramid()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
history = {"loss": 0.0}
for batch in torch.randn(4, 2, 5, 3):
    parts = []
    latest = {}
    for x in batch:
        parts.append(net(x).pow(2).mean())
    loss = sum(parts)
    opt.zero_grad()
    loss.backward()
    opt.step()
    latest["loss"] = loss
    history["loss"] += loss.item()
net.eval()
for x in torch.randn(3, 2, 3):
    print(net(x).sum().item())
print("OBSERVED clean")
