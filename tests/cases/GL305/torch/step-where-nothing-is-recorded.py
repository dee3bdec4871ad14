# framework: torch
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import torch

hours = torch.linspace(0, 1, 30)
load = 4 * hours - 1
slope = torch.zeros(1, requires_grad=True)
offset = torch.zeros(1, requires_grad=True)
for epoch in range(5):
    error = ((slope * hours + offset - load) ** 2).mean()
    error.backward()
    with torch.no_grad():
        slope = slope - 0.2 * slope.grad  # HAZARD GL305
        offset -= 0.2 * offset.grad
        offset.grad.zero_()
