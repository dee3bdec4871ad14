# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
down, up = nn.Linear(4, 2), nn.Linear(2, 4)
nn.init.zeros_(up.weight)
nn.init.zeros_(down.bias)
x = torch.randn(3, 4)
loss = (x + up(torch.relu(down(x))) - 1.0).pow(2).mean()
loss.backward()
assert up.weight.grad.abs().max() > 0
