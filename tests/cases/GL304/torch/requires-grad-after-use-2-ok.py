# framework: torch
# verdict: clean
# seen: dose
import torch as th
from torch import nn


class InputAttribution:
    def __init__(self, net, names):
        self.net = net
        self.names = names

    def ranking(self, row):
        best = int(self.net(row).argmax())
        row.requires_grad = True
        output = self.net(row)
        output[best].backward()
        order = row.grad.abs().argsort(descending=True)
        return [self.names[i] for i in order.tolist()], row.grad


def unfreeze_later(net, x, y, opt, epochs):
    for epoch in range(epochs):
        if epoch == 1:
            net[0].requires_grad_(True)
        opt.zero_grad()
        loss = (net(x) - y).pow(2).mean()
        loss.backward()
        opt.step()


th.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.SiLU(), nn.Linear(8, 2))
net[0].requires_grad_(False)
opt = th.optim.SGD(net.parameters(), lr=0.1)
unfreeze_later(net, th.randn(10, 4), th.randn(10, 2), opt, epochs=3)
attribution = InputAttribution(net, ["age", "dose", "weight", "height"])
names, grad = attribution.ranking(th.randn(4))
print("OBSERVED", "clean" if grad.all() and net[0].weight.grad.any() else "none", names[0])
