# framework: torch
# verdict: wrong
# seen: tensor(0.4096)
import numpy as np
import torch as th
from torch import nn


def whiten(batch):
    arr = batch.detach().cpu().numpy()
    arr = (arr - np.mean(arr, axis=0)) / (np.std(arr, axis=0) + 1e-3)
    return th.as_tensor(arr, dtype=batch.dtype)  # HAZARD GL103


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(5, 4)
        self.mix = nn.Linear(4, 1)

    def forward(self, x):
        h = th.tanh(self.stem(x))
        return self.mix(whiten(h)) + h.mean(dim=1, keepdim=True)


th.manual_seed(0)
x, y = th.randn(10, 5), th.randn(10, 1)
model = Encoder()
opt = th.optim.SGD(model.parameters(), lr=0.1)
opt.zero_grad()
(model(x) - y).pow(2).mean().backward()
got = model.stem.weight.grad.clone()
opt.step()

th.manual_seed(0)
x, y = th.randn(10, 5), th.randn(10, 1)
twin = Encoder()
h = th.tanh(twin.stem(x))
white = (h - h.mean(0)) / (h.std(0, unbiased=False) + 1e-3)
(twin.mix(white) + h.mean(dim=1, keepdim=True) - y).pow(2).mean().backward()
true = twin.stem.weight.grad
print("OBSERVED", "clean" if th.allclose(got, true, atol=1e-5) else "wrong", got.norm() / true.norm())
