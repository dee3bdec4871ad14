# framework: torch
# verdict: clean
# seen: the average is of numbers
import torch
from torch import nn


class Fit:
    def __init__(self, net):
        self.net = net
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)
        self.smooth = None

    def run(self, batches):
        for x, y in batches:
            loss = (self.net(x) - y).pow(2).mean()
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            value = loss.detach()
            self.smooth = value if self.smooth is None else 0.9 * self.smooth + 0.1 * value


def smoothed(net, batches):
    state = torch.zeros(1)
    for x, _ in batches:
        state = 0.9 * state + 0.1 * net(x).mean(0)
    return state


torch.manual_seed(0)
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]
fit = Fit(nn.Linear(3, 1))
fit.run(batches)
fit.opt.zero_grad()
smoothed(fit.net, batches).sum().backward()
fit.opt.step()
print("OBSERVED", "leak" if fit.smooth.grad_fn is not None else "clean")
