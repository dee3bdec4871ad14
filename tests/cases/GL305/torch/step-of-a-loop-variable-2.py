# framework: torch
# verdict: wrong
# seen: the weights are those of the first day
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
before = [each.detach().clone() for each in model.parameters()]
for _ in range(3):
    model.zero_grad()
    model(torch.randn(6, 4)).pow(2).mean().backward()
    with torch.no_grad():
        for name, value in model.named_parameters():
            value = value - 0.05 * value.grad  # HAZARD GL305
same = all(torch.equal(old, new) for old, new in zip(before, model.parameters()))
print("OBSERVED", "wrong" if same else "clean")
