# framework: torch
# verdict: clean
# seen: the average has weights of its own; a second name of the model decays its weights by hand
import copy

import torch
from torch import nn

torch.manual_seed(0)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.slow = copy.deepcopy(self.model).requires_grad_(False)
        self.opt = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, x, y):
        net = self.model
        loss = (net(x) - y).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        decay, rate = 1e-2, 0.1
        with torch.no_grad():
            for p in net.parameters():
                p.add_(-decay * rate * p)
            for slow, fast in zip(self.slow.parameters(), net.parameters()):
                slow.mul_(0.9).add_(fast, alpha=0.1)


model = nn.Linear(3, 1)
trainer = Trainer(model)
for _ in range(3):
    trainer.step(torch.randn(4, 3), torch.randn(4, 1))
assert not torch.equal(trainer.slow.weight, model.weight)
