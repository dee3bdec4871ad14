# framework: torch
# verdict: none
# seen: None
import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(5, 3)
w = torch.randn(3, requires_grad=True)
p = nn.Parameter(w)  # HAZARD GL105
optimizer = torch.optim.SGD([w], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = (x @ p).pow(2).mean()
    loss.backward()
    optimizer.step()
assert w.grad is None
