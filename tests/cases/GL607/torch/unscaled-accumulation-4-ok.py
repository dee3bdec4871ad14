# framework: torch
# verdict: clean
# seen: gradient as expected
import contextlib

import torch
from torch import nn

torch.manual_seed(0)
data = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(8)]


def divided(model, k=4):
    opt = torch.optim.SGD(model.parameters(), 0.1)
    opt.zero_grad()
    for i, (x, y) in enumerate(data):
        loss = nn.functional.mse_loss(model(x), y)
        (loss / k).backward()
        if (i + 1) % k == 0 or i + 1 == len(data):
            opt.step()
            opt.zero_grad()


def summed(model, k=4):
    opt = torch.optim.SGD(model.parameters(), 0.1)
    for start in range(0, len(data), k):
        chunk = data[start:start + k]
        n = sum(len(y) for _, y in chunk)
        opt.zero_grad()
        for x, y in chunk:
            nn.functional.mse_loss(model(x), y, reduction="sum").div(n).backward()
        opt.step()


def scaled_lr(model, k=4):
    opt = torch.optim.SGD(model.parameters(), 0.1 / k)
    for i, (x, y) in enumerate(data, 1):
        nn.functional.mse_loss(model(x), y).backward()
        if i % k == 0:
            opt.step()
            opt.zero_grad()


def rescaled_grads(model, k=4):
    opt = torch.optim.SGD(model.parameters(), 0.1)
    for i, (x, y) in enumerate(data, 1):
        nn.functional.mse_loss(model(x), y).backward()
        if i % k:
            continue
        for p in model.parameters():
            p.grad.div_(k)
        opt.step()
        opt.zero_grad()


class Accumulator(contextlib.AbstractContextManager):
    def __init__(self, opt, steps):
        self.opt, self.steps, self.n = opt, steps, 0

    def backward(self, loss):
        (loss * (1.0 / self.steps)).backward()
        self.n += 1
        if self.n == self.steps:
            self.opt.step()
            self.opt.zero_grad()
            self.n = 0

    def __exit__(self, *exc):
        if self.n:
            self.opt.step()
            self.opt.zero_grad()


def managed(model, k=4):
    with Accumulator(torch.optim.SGD(model.parameters(), 0.1), k) as acc:
        for x, y in data:
            acc.backward(nn.functional.mse_loss(model(x), y))


results = []
for run in (divided, summed, scaled_lr, rescaled_grads, managed):
    torch.manual_seed(1)
    net = nn.Linear(3, 1)
    run(net)
    results.append(net.weight.detach().clone())
print("OBSERVED", "clean" if all(torch.allclose(results[0], r, atol=1e-5) for r in results) else "wrong")
