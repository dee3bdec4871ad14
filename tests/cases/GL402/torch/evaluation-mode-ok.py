# framework: torch
# verdict: clean
# seen: recording is off only in the mode that the module is not in
import torch
from torch import nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 3)

    def forward(self, x):
        if self.training:
            with torch.no_grad():
                return self.net(x)
        return self.net(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = Features()
        self.head = nn.Linear(3, 1)

    def forward(self, x):
        if not self.training:
            h = self.features(x)
        else:
            h = torch.zeros_like(x)
        return self.head(h)


model = Model()
model.eval()
x = torch.randn(2, 3, requires_grad=True)
model(x).sum().backward()
assert x.grad is not None
print("OBSERVED clean")
