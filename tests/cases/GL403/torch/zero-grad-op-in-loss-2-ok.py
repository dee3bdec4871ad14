# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn


class SignSTE(th.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return th.sign(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1).float()


class BinaryNet(nn.Module):
    def __init__(self, dim, bits):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, bits))
        self.decode = nn.Linear(bits, dim)

    def forward(self, x):
        return self.decode(SignSTE.apply(self.encode(x)))


def interpolate(table, position):
    low = position.floor()
    frac = position - low
    index = low.long()
    return table[index] * (1 - frac) + table[index + 1] * frac


th.manual_seed(0)
model = BinaryNet(6, bits=4)
table = th.randn(5, requires_grad=True)
position = th.tensor([0.3, 2.6, 1.1], requires_grad=True)
opt = th.optim.Adam([*model.parameters(), table, position], lr=1e-2)
x = th.randn(12, 6)
opt.zero_grad()
loss = (model(x) - x).pow(2).mean() + interpolate(table, position).sum()
loss.backward()
slopes = (table[1:] - table[:-1]).detach()[[0, 2, 1]]
right = model.encode[0].weight.grad.any() and th.allclose(position.grad, slopes, atol=1e-6)
opt.step()
print("OBSERVED", "clean" if right else "zero")
