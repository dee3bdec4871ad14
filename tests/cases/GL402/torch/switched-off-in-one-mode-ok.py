# framework: torch
# verdict: clean
# seen: gradients are switched off only in the mode that never asks for them
import torch
from torch import nn


def run(net, opt, data, mode):
    if mode != "training":
        torch.set_grad_enabled(False)
    total = 0.0
    for x in data:
        loss = net(x).pow(2).mean()
        if mode == "training":
            opt.zero_grad()
            loss.backward()
            opt.step()
        total += loss.item()
    return total


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def both(data):
    return run(net, opt, data, "training"), run(net, opt, data, "validation")


both(torch.randn(2, 4, 3))
assert net.weight.grad is not None
print("OBSERVED clean")
