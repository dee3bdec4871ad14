# framework: torch
# verdict: clean
# seen: ['amplitude', 'gain', 'shift']
import math

import torch
from torch import nn
from torch.nn import functional as F


class FourierHead(nn.Module):
    def __init__(self, n_in=3, n_freq=8, out=2):
        super().__init__()
        self.register_buffer("directions", torch.randn(n_in, n_freq) * 2.0)
        self.amplitude = nn.Parameter(torch.randn(2 * n_freq, out) * n_freq**-0.5)
        self.shift = nn.Parameter(torch.zeros(out))
        self.two_pi = torch.tensor(2 * math.pi)
        self.register_parameter("gain", nn.Parameter(torch.ones(out)))

    def forward(self, x):
        phase = self.two_pi * (x @ self.directions)
        waves = torch.cat([phase.sin(), phase.cos()], dim=-1)
        return self.gain * (waves @ self.amplitude) + self.shift


torch.manual_seed(0)
head = FourierHead()
opt = torch.optim.Adam(head.parameters(), lr=1e-2)
x, y = torch.rand(32, 3), torch.rand(32, 2)
before = {name: p.detach().clone() for name, p in head.named_parameters()}
for _ in range(3):
    opt.zero_grad()
    F.mse_loss(head(x), y).backward()
    opt.step()
moved = {name for name, p in head.named_parameters() if not torch.equal(before[name], p)}
print("OBSERVED", "clean" if moved == {"amplitude", "shift", "gain"} else "wrong", sorted(moved))
