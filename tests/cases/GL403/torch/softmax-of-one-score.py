# framework: torch
# verdict: zero
# seen: OBSERVED zero
import torch
from torch import nn

torch.manual_seed(0)
scorer = nn.Linear(4, 1)
x, y = torch.randn(6, 4), torch.rand(6, 1)
p = torch.softmax(scorer(x), dim=1)  # HAZARD GL403
loss = (p - y).pow(2).mean()
loss.backward()
print("OBSERVED", "zero" if float(scorer.weight.grad.abs().sum()) < 1e-12 else "clean")
