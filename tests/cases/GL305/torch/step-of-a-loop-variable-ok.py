# framework: torch
# verdict: clean
# seen: the stepped weights are used
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
(model(x) - y).pow(2).mean().backward()
stepped = []
for value in model.parameters():
    value = value.detach() - 0.1 * value.grad
    stepped.append(value)
weight, bias = stepped
after = (x @ weight.t() + bias - y).pow(2).mean()
before = (model(x) - y).pow(2).mean()
for value in model.parameters():
    with torch.no_grad():
        value -= 0.1 * value.grad
print("OBSERVED", "clean" if after < before and model.weight.grad is not None else "wrong")
