# framework: torch
# verdict: zero
# seen: OBSERVED zero
import torch
from torch import nn

torch.manual_seed(0)
gate = nn.Linear(4, 3)
x = torch.randn(6, 4)
best, which = gate(x).topk(1, dim=-1)
weight = torch.softmax(best, dim=-1)  # HAZARD GL712
experts = torch.randn(3, 4)
out = weight * experts[which.squeeze(-1)]
loss = out.pow(2).sum()
loss.backward()
print("OBSERVED", "zero" if float(gate.weight.grad.abs().sum()) < 1e-12 else "clean")
