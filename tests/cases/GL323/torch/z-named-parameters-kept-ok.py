# framework: torch
# verdict: clean
# seen: copies of the weights, a second network, and a decay by hand of the weights themselves
import copy

import torch
from torch import nn


class Average:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = {name: p.detach().clone() for name, p in model.named_parameters()}
        self.teacher = copy.deepcopy(model)
        self.targets = dict(model.named_parameters())

    @torch.no_grad()
    def update(self, model):
        for name, p in model.named_parameters():
            self.shadow[name].mul_(self.decay).add_(p, alpha=1 - self.decay)
        for slow, p in zip(self.teacher.parameters(), model.parameters()):
            slow.lerp_(p, 1 - self.decay)
        for p in self.targets.values():
            p.add_(p, alpha=-0.01)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
average = Average(net, 0.9)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.randn(8, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    average.update(net)
print("OBSERVED", "wrong" if average.shadow["0.weight"] is net[0].weight else "clean")
