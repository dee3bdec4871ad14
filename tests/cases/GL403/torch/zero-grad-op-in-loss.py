# framework: torch
# verdict: zero
# seen: True
import torch
from torch import nn
from torch.nn import functional as F


class QuantLinear(nn.Linear):
    def __init__(self, n_in, n_out, bits=4):
        super().__init__(n_in, n_out)
        self.levels = 2 ** (bits - 1) - 1

    def forward(self, x):
        scale = self.weight.detach().abs().max() / self.levels
        quantised = torch.round(self.weight / scale) * scale  # HAZARD GL403
        return F.linear(x, quantised, self.bias)


torch.manual_seed(0)
net = nn.Sequential(QuantLinear(6, 8), nn.ReLU(), QuantLinear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(16, 6), torch.randn(16, 1)
for _ in range(3):
    opt.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    opt.step()
flat = all(not layer.weight.grad.any() for layer in (net[0], net[2]))
print("OBSERVED", "zero" if flat else "clean", net[2].bias.grad.abs().item() > 0)
