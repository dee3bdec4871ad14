# framework: torch
# verdict: clean
# seen: the encoder belongs to the whole model, and the head only looks at it
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.shared = {"encoder": encoder}
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        return self.out(self.shared["encoder"](x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 4)
        self.head = Head(self.encoder)

    def forward(self, x):
        return self.head(x)


model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
optimizer.zero_grad()
model(torch.randn(5, 3)).sum().backward()
optimizer.step()
