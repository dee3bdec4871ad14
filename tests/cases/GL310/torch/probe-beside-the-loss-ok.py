# framework: torch
# verdict: clean
# seen: the probe is no part of the loss, so nothing of it is missing
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.probe = None

    def forward(self, x):
        return self.body(x)


torch.manual_seed(0)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.probe = nn.Linear(4, 2)
start = model.body.weight.detach().clone()
for _ in range(2):
    optimizer.zero_grad()
    model(torch.ones(2, 4)).pow(2).mean().backward()
    optimizer.step()
with torch.no_grad():
    print(model.probe(model(torch.ones(2, 4))).argmax(-1))
assert not torch.equal(start, model.body.weight)
