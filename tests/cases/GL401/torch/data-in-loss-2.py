# framework: torch
# verdict: wrong
# seen: tensor(0.3000)
import torch as th
from torch import nn
from torch.nn import functional as F


class ElasticNet:
    def __init__(self, n_in, l1, l2):
        self.linear = nn.Linear(n_in, 1)
        self.l1, self.l2 = l1, l2
        self.opt = th.optim.SGD(self.linear.parameters(), lr=0.05)

    def penalty(self):
        w = self.linear.weight
        return self.l1 * w.data.abs().sum() + self.l2 * w.pow(2).sum()  # HAZARD GL401

    def step(self, x, y):
        self.opt.zero_grad()
        loss = F.mse_loss(self.linear(x), y) + self.penalty()
        loss.backward()
        self.opt.step()


th.manual_seed(0)
model = ElasticNet(5, l1=0.3, l2=0.01)
w0, b0 = (p.detach().clone().requires_grad_() for p in model.linear.parameters())
x, y = th.randn(30, 5), th.randn(30, 1)
model.step(x, y)
want = F.mse_loss(x @ w0.t() + b0, y) + 0.3 * w0.abs().sum() + 0.01 * w0.pow(2).sum()
(true,) = th.autograd.grad(want, w0)
off = (model.linear.weight.grad - true).abs().max()
print("OBSERVED", "clean" if off < 1e-5 else "wrong", off)
