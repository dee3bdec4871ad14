# framework: torch
# verdict: clean
# seen: gradient as expected
from dataclasses import dataclass

import torch as th
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass
class Batch:
    data: Tensor
    target: Tensor


class Field:
    def __init__(self, data: Tensor) -> None:
        self.data = data

    def smooth(self) -> "Field":
        return Field((self.data[1:] + self.data[:-1]) / 2)


class ElasticNet:
    def __init__(self, n_in, l1, l2):
        self.linear = nn.Linear(n_in, 1)
        self.l1, self.l2 = l1, l2

    def penalty(self):
        w = self.linear.weight
        return self.l1 * w.abs().sum() + self.l2 * w.pow(2).sum()

    def loss(self, batch):
        pred = Field(self.linear(batch.data)).smooth()
        return F.mse_loss(pred.data, Field(batch.target).smooth().data) + self.penalty()


th.manual_seed(0)
model = ElasticNet(5, l1=0.3, l2=0.01)
batch = Batch(data=th.randn(30, 5), target=th.randn(30, 1))
model.loss(batch).backward()
w = model.linear.weight.detach()
x = (batch.data[1:] + batch.data[:-1]) / 2
gap = x @ w.t() + model.linear.bias.detach() - (batch.target[1:] + batch.target[:-1]) / 2
by_hand = (2 * gap * x).mean(dim=0) + 0.3 * w.sign() + 0.02 * w
print("OBSERVED", "clean" if th.allclose(model.linear.weight.grad, by_hand, atol=1e-5) else "wrong")
