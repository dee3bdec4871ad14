# framework: torch
# verdict: zero
# seen: the convolutions have zero gradients
import torch
from torch import nn

torch.manual_seed(0)
reduce = nn.Conv1d(3, 2, 1)
expand = nn.Conv1d(2, 3, 1)
for layer in (reduce, expand):
    nn.init.zeros_(layer.weight)  # HAZARD GL712
    nn.init.zeros_(layer.bias)
signal = torch.randn(2, 3, 8)
loss = (signal + expand(reduce(signal))).abs().mean()
loss.backward()
print("OBSERVED", "zero" if not reduce.weight.grad.any() and not expand.weight.grad.any() else "clean")
