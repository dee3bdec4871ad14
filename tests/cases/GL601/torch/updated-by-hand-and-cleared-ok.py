# framework: torch
# verdict: clean
# seen: each of these clears the gradient before the next backward pass
import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(8, 3), torch.randn(8, 1)
w = torch.randn(3, 1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for _ in range(3):
    loss = (x @ w + b - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        b -= 0.1 * b.grad
        w.grad.zero_()
        b.grad = None

net = nn.Linear(3, 1)
for _ in range(3):
    net.zero_grad()
    (net(x) - y).pow(2).mean().backward()
    for p in net.parameters():
        p.data.sub_(0.1 * p.grad)

v = torch.randn(3, 1, requires_grad=True)
for _ in range(3):
    (g,) = torch.autograd.grad((x @ v - y).pow(2).mean(), v)
    with torch.no_grad():
        v -= 0.1 * g
print("OBSERVED clean")
