# framework: torch
# verdict: zero
# seen: every gradient is zero, without an error
import torch
from torch import nn
from torch.func import functional_call, grad

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
weights = {name: each.detach().clone() for name, each in net.named_parameters()}


def loss(weights, x):
    with torch.no_grad():
        out = functional_call(net, weights, (x,))  # HAZARD GL402
    return out.square().mean()


found = grad(loss)(weights, torch.randn(5, 2))
assert all((each == 0).all() for each in found.values())
print("OBSERVED zero")
