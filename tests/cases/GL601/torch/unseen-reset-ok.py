# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Hooks:
    @staticmethod
    def reset(optimizer):
        optimizer.zero_grad(set_to_none=True)


def train(network, data, optimizer, hooks):
    for x, y in data:
        loss = nn.functional.mse_loss(network(x), y)
        loss.backward()
        optimizer.step()
        hooks.reset(optimizer)


torch.manual_seed(0)
net = nn.Linear(2, 1)
data = [(torch.randn(4, 2), torch.randn(4, 1)) for _ in range(3)]
globals()["train"](net, data, torch.optim.SGD(net.parameters(), lr=0.1), Hooks)
print("OBSERVED", "clean" if net.weight.grad is None else "wrong")
