# framework: torch
# verdict: clean
# seen: gradient as expected; each call of the closure has a sum of its own
import torch
from torch import nn

net = nn.Linear(3, 2)
opt = torch.optim.LBFGS(net.parameters(), lr=0.1)


def losses(x):
    return [net(x).pow(2).mean(), net(x).abs().mean()]


for x in [torch.randn(4, 3) for _ in range(3)]:

    def closure():
        opt.zero_grad()
        total = 0
        for each in losses(x):
            each.backward()
            total += 0.5 * each
        return total

    assert opt.step(closure) >= 0
