# framework: torch
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import torch

torch.manual_seed(0)
x, y = torch.randn(10, 2), torch.randn(10, 1)
w = torch.randn(2, 1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for epoch in range(3):
    loss = ((x @ w + b - y) ** 2).mean()
    loss.backward()
    w = w - 0.1 * w.grad  # HAZARD GL305
    b = b - 0.1 * b.grad  # HAZARD GL305
