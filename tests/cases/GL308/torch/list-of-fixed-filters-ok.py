# framework: torch
# verdict: clean
# seen: nothing in the list asks for a gradient
import torch
from torch import nn


class Edges(nn.Module):
    def __init__(self):
        super().__init__()
        self.filters = []
        for kernel in ([[-1.0, 1.0], [0.0, 0.0]], [[-1.0, 0.0], [1.0, 0.0]]):
            layer = nn.Conv2d(3, 3, 2, bias=False, groups=3)
            fixed = torch.tensor(kernel).expand(3, 1, 2, 2).clone()
            layer.weight = nn.Parameter(fixed, requires_grad=False)
            self.filters.append(layer)

    def forward(self, image):
        return torch.cat([each(image) for each in self.filters], dim=1)


model = nn.Sequential(nn.Conv2d(3, 3, 3), Edges())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.randn(1, 3, 8, 8)).mean().backward()
fixed = [each.weight.grad is None for each in model[1].filters]
print("OBSERVED", "clean" if all(fixed) and model[0].weight.grad is not None else "none")
