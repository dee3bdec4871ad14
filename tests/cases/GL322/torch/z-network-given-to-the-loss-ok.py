# framework: torch
# verdict: clean
# seen: the network that was given judges and is not trained
import torch
from torch import nn


class Compared(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.project = network

    def forward(self, features, wanted):
        return nn.functional.cross_entropy(self.project(features), wanted)


model = nn.Linear(4, 8)
criterion = Compared(nn.Linear(8, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    loss = criterion(model(torch.ones(2, 4)), torch.tensor([0, 1]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
