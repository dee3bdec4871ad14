# framework: torch
# verdict: zero
# seen: the gate is always open, and its weights get a gradient of zero
import torch
from torch import nn
from torch.nn import functional as F


class Gated(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.gate = nn.Linear(in_features=dim, out_features=1)
        self.body = nn.Linear(dim, dim)

    def forward(self, x):
        return x + F.softmax(self.gate(x), dim=-1) * self.body(x)  # HAZARD GL712


def train(model, batches):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        loss = model(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


torch.manual_seed(0)
model = Gated(4)
train(model, torch.randn(3, 5, 4).unbind())
print("OBSERVED", "zero" if not model.gate.weight.grad.any() else "clean")
