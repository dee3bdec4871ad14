# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch
from torch import nn


def probe(net, data, rate):
    """Where a few steps from here would lead; the net itself stays as it is."""
    trial = copy.deepcopy(net)
    sgd = torch.optim.SGD(trial.parameters(), lr=rate)
    for x, y in data:
        sgd.zero_grad()
        loss = nn.functional.mse_loss(trial(x), y)
        loss.backward()
        sgd.step()
    return loss.item()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
data = [(torch.randn(4, 2), torch.randn(4, 1)) for _ in range(3)]
opt = torch.optim.Adam(net.parameters())
for x, y in data:
    rate = min((0.1, 0.01), key=lambda each: probe(net, data, each))
    opt.param_groups[0]["lr"] = rate
    opt.zero_grad()
    nn.functional.mse_loss(net(x), y).backward()
    opt.step()
assert all(p.grad is not None for p in net.parameters())
