# framework: torch
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import torch

slope = torch.zeros(1, requires_grad=True)
x, y = torch.linspace(0, 1, 8), torch.linspace(0, 2, 8)
for _ in range(3):
    slope.grad = None
    loss = (slope * x - y).square().mean()
    loss.backward()
    slope = slope - 0.1 * slope.grad  # HAZARD GL305
