# framework: torch
# verdict: none
# seen: the rates never get a gradient
import torch
from torch import nn

net = nn.Linear(2, 1)
rates = [nn.Parameter(torch.full_like(each, 0.1)) for each in net.parameters()]
outer = torch.optim.Adam(rates, lr=1e-3)
x, y = torch.randn(6, 2), torch.randn(6, 1)
grads = torch.autograd.grad((net(x) - y).square().mean(), list(net.parameters()), create_graph=True)
with torch.no_grad():
    for p, rate, g in zip(net.parameters(), rates, grads):
        p.sub_(rate * g)  # HAZARD GL416
loss = (net(x) - y).square().mean()
outer.zero_grad()
loss.backward()
outer.step()
assert all(each.grad is None for each in rates)
print("OBSERVED none")
