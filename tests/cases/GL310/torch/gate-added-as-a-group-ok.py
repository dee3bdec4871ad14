# framework: torch
# verdict: clean
# seen: the gate is added to the optimizer as a group, and moves
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.gate = None

    def forward(self, x):
        h = self.body(x)
        if self.gate is not None:
            h = h * self.gate(x).sigmoid()
        return h


torch.manual_seed(0)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.gate = nn.Linear(4, 4)
optimizer.add_param_group({"params": model.gate.parameters()})
start = model.gate.weight.detach().clone()
for _ in range(2):
    optimizer.zero_grad()
    model(torch.ones(2, 4)).pow(2).mean().backward()
    optimizer.step()
assert not torch.equal(start, model.gate.weight)
