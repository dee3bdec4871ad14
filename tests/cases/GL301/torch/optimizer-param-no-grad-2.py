# framework: torch
# verdict: none
# seen: torch.Size([2, 8])
import torch as th
from torch import nn, optim


class SoftPrompt:
    def __init__(self, frozen, length=3, dim=8):
        self.frozen = frozen
        self.prompt = th.randn(length, dim) * 0.02
        self.head = nn.Linear(dim, 2)
        groups = [{"params": self.head.parameters()}, {"params": [self.prompt], "lr": 0.3}]
        self.opt = optim.SGD(groups, lr=0.1)  # HAZARD GL301

    def loss(self, tokens, label):
        joined = th.cat([self.prompt, tokens])
        return nn.functional.cross_entropy(self.head(self.frozen(joined).mean(dim=0)), label)

    def fit(self, samples):
        for tokens, label in samples:
            self.opt.zero_grad()
            self.loss(tokens, label).backward()
            self.opt.step()


th.manual_seed(0)
tuner = SoftPrompt(nn.Linear(8, 8).requires_grad_(False))
start = tuner.prompt.clone()
tuner.fit([(th.randn(4, 8), th.tensor(i % 2)) for i in range(6)])
still = th.equal(start, tuner.prompt) and tuner.prompt.grad is None
print("OBSERVED", "none" if still else "clean", tuner.head.weight.grad.shape)
