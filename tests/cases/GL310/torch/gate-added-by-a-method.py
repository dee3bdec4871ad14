# framework: torch
# verdict: none
# seen: the gate is created after the optimizer and never moves
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.gate = None

    def add_gate(self):
        self.gate = nn.Linear(4, 4)

    def forward(self, x):
        h = self.body(x)
        if self.gate is not None:
            h = h * self.gate(x).sigmoid()
        return h


torch.manual_seed(0)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.add_gate()  # HAZARD GL310
start, body = model.gate.weight.detach().clone(), model.body.weight.detach().clone()
for _ in range(2):
    optimizer.zero_grad()
    model(torch.ones(2, 4)).pow(2).mean().backward()
    optimizer.step()
assert torch.equal(start, model.gate.weight) and not torch.equal(body, model.body.weight)
