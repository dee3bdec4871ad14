# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


class Walker(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 6)
        self.out = nn.Linear(6, 1)
        self.hidden = torch.zeros(2, 6)

    def forward(self, x):
        self.hidden = self.cell(x, self.hidden)
        return self.out(self.hidden)


model = Walker()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    for x in torch.randn(3, 2, 4):
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()  # HAZARD GL603
        optimizer.step()
