# framework: torch
# verdict: clean
# seen: the gradient is handed to what the optimizer holds
import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(5, 3)
w = torch.randn(3, requires_grad=True)
p = nn.Parameter(w)
optimizer = torch.optim.SGD([w], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = (x @ p).pow(2).mean()
    loss.backward()
    w.grad = p.grad.clone()
    optimizer.step()
