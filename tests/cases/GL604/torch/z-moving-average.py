# framework: torch
# verdict: leak
# seen: the average holds the graphs of all rounds
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
            self.smooth = loss if self.smooth is None else 0.9 * self.smooth + 0.1 * loss  # HAZARD GL604


torch.manual_seed(0)
fit = Fit(nn.Linear(3, 1))
fit.run([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)])
print("OBSERVED", "leak" if fit.smooth.grad_fn is not None else "clean")
