# framework: torch
# verdict: clean
# seen: the rate has its gradient from the recorded step; the weights are moved by hand afterwards
import torch
from torch import nn

net = nn.Linear(2, 1)
rate = nn.Parameter(torch.tensor(0.1))
outer = torch.optim.SGD([rate], lr=1e-3)
x = torch.randn(6, 2)
grads = torch.autograd.grad(net(x).square().mean(), list(net.parameters()), create_graph=True)
fast = [p - rate * g for p, g in zip(net.parameters(), grads)]
(x @ fast[0].T + fast[1]).square().mean().backward()
assert rate.grad is not None
outer.step()
with torch.no_grad():
    for p, g in zip(net.parameters(), grads):
        p.sub_(rate * g)
