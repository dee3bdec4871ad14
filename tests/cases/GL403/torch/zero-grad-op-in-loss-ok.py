# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


def fake_quant(w, scale):
    rounded = torch.round(w / scale) * scale
    return w + (rounded - w).detach()


class QuantLinear(nn.Linear):
    def __init__(self, n_in, n_out, bits=4):
        super().__init__(n_in, n_out)
        self.levels = 2 ** (bits - 1) - 1

    def forward(self, x):
        with torch.no_grad():
            scale = self.weight.abs().max() / self.levels
            self.error = (torch.round(self.weight / scale) * scale - self.weight).abs().mean()
        return F.linear(x, fake_quant(self.weight, scale), self.bias)


torch.manual_seed(0)
layer = QuantLinear(6, 1)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
x, y = torch.randn(16, 6), torch.randn(16, 1)
opt.zero_grad()
out = layer(x)
F.mse_loss(out, y).backward()
straight = (2 * (out - y).detach() * x).mean(dim=0, keepdim=True)
right = torch.allclose(layer.weight.grad, straight, atol=1e-6)
opt.step()
print("OBSERVED", "clean" if right and layer.error > 0 else "zero")
