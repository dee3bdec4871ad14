# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np
import torch
from torch import nn


class Metric:
    def __init__(self, fn):
        self.fn, self.values = fn, []

    def __call__(self, pred, target):
        self.values.append(self.fn(pred.detach().cpu().numpy(), target.numpy()))

    def mean(self):
        return float(np.mean(self.values))


def rmse(pred, target):
    return np.sqrt(((pred - target) ** 2).mean())


def evaluate(net, x, y):
    with torch.no_grad():
        p = net(x)
    return np.abs(p.numpy() - np.asarray(y)).max(), np.round(p.tolist(), 3)


torch.manual_seed(0)
metric = Metric(rmse)
net = nn.Linear(2, 1)
x, y = torch.from_numpy(np.random.default_rng(0).normal(size=(3, 2)).astype(np.float32)), torch.zeros(3, 1)
pred = net(x)
loss = (pred - y).pow(2).mean() * np.float32(2.0)
loss.backward()
metric(pred, y)
worst, table = evaluate(net, x, y)
grad_norm = np.linalg.norm([p.grad.norm().item() for p in net.parameters()])
print("OBSERVED", "clean" if metric.mean() > 0 and worst > 0 and grad_norm > 0 and table.shape == (3, 1) else "wrong")
