# framework: torch
# verdict: zero
# seen: True
import torch as th
from torch import nn


class BinaryNet(nn.Module):
    def __init__(self, dim, bits):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, bits))
        self.decode = nn.Linear(bits, dim)

    def forward(self, x):
        code = th.sign(self.encode(x))  # HAZARD GL403
        return self.decode(code), code


def train(model, batches, lr=1e-2):
    opt = th.optim.Adam(model.parameters(), lr=lr)
    for x in batches:
        opt.zero_grad()
        recon, _ = model(x)
        loss = (recon - x).pow(2).mean()
        loss.backward()
        opt.step()


th.manual_seed(0)
model = BinaryNet(6, bits=4)
start = model.encode[0].weight.detach().clone()
train(model, th.randn(5, 12, 6))
flat = th.equal(start, model.encode[0].weight) and not model.encode[2].weight.grad.any()
print("OBSERVED", "zero" if flat else "clean", bool(model.decode.weight.grad.any()))
