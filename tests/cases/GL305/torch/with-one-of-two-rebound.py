# framework: torch
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import torch

torch.manual_seed(0)
weight, bias = torch.randn(3, requires_grad=True), torch.zeros(1, requires_grad=True)
x, y = torch.randn(10, 3), torch.randn(10)
for _ in range(4):
    loss = (x @ weight + bias - y).square().mean()
    loss.backward()
    weight = weight - 0.05 * weight.grad  # HAZARD GL305
    with torch.no_grad():
        bias -= 0.05 * bias.grad
        bias.grad.zero_()
