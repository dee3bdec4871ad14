# framework: torch
# verdict: clean
# seen: gradient as expected
import copy
import torch
from torch import nn


class EMA:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = copy.deepcopy(model)
        for p in self.shadow.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s *= self.decay
            s += (1 - self.decay) * p


class SGDByHand:
    def __init__(self, params, lr):
        self.params, self.lr = list(params), lr
        self.velocity = [torch.zeros_like(p) for p in self.params]

    def step(self):
        with torch.no_grad():
            for p, v in zip(self.params, self.velocity):
                v.mul_(0.9).add_(p.grad)
                p -= self.lr * v
                p.grad = None


torch.manual_seed(0)
model = nn.Linear(2, 1)
ema, opt = EMA(model), SGDByHand(model.parameters(), 0.1)
x, y = torch.randn(8, 2), torch.randn(8, 1)
losses = []
for _ in range(5):
    loss = (model(x) - y).pow(2).mean()
    loss.backward()
    opt.step()
    ema.update(model)
    losses.append(loss.item())
print("OBSERVED", "clean" if losses[-1] < losses[0] else "wrong")
