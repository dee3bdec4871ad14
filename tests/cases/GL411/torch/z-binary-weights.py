# framework: torch
# verdict: wrong
# seen: the gradient of the weight has the opposite sign
import torch
from torch import nn


class Binary(nn.Module):
    def forward(self, weight):
        hard = torch.sign(weight)
        return hard.detach() - weight + weight.detach()  # HAZARD GL411


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([[0.5, -0.3], [0.2, 0.9]]))
        self.binary = Binary()

    def forward(self, x):
        return x @ self.binary(self.weight).t()


layer = Layer()
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
layer(torch.ones(3, 2)).sum().backward()
optimizer.step()
assert (layer.weight.grad == -3).all()
print("OBSERVED wrong")
