# framework: torch
# verdict: clean
# seen: True
import torch as th
from torch import nn, optim


class SoftPrompt:
    def __init__(self, frozen, length=3, dim=8):
        self.frozen = frozen
        self.prompt = (th.randn(length, dim) * 0.02).requires_grad_()
        self.scale = nn.Parameter(th.ones(1))
        self.head = nn.Linear(dim, 2)
        groups = [{"params": self.head.parameters()}, {"params": [self.prompt, self.scale], "lr": 0.3}]
        self.opt = optim.SGD(groups, lr=0.1)

    def loss(self, tokens, label):
        joined = th.cat([self.scale * self.prompt, tokens])
        return nn.functional.cross_entropy(self.head(self.frozen(joined).mean(dim=0)), label)

    def fit(self, samples):
        for tokens, label in samples:
            self.opt.zero_grad()
            self.loss(tokens, label).backward()
            self.opt.step()


th.manual_seed(0)
tuner = SoftPrompt(nn.Linear(8, 8).requires_grad_(False))
start = tuner.prompt.detach().clone()
tuner.fit([(th.randn(4, 8), th.tensor(i % 2)) for i in range(6)])
moved = not th.equal(start, tuner.prompt) and tuner.scale.item() != 1.0
print("OBSERVED", "clean" if moved and tuner.frozen.weight.grad is None else "none", tuner.prompt.is_leaf)
