# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn


@dataclass
class Curve:
    knots: Tensor
    values: nn.Parameter

    def evaluate(self, t):
        pos = t * (len(self.values) - 1)
        left = pos.floor().long().clamp(max=len(self.values) - 2)
        frac = pos - left
        return self.values[left] * (1 - frac) + self.values[left + 1] * frac

    def export(self):
        knots = np.asarray(self.knots)
        values = np.asarray(self.values)  # HAZARD GL102
        return np.stack([knots, values])


torch.manual_seed(0)
curve = Curve(knots=torch.linspace(0, 1, 6), values=nn.Parameter(torch.zeros(6)))
opt = torch.optim.Adam([curve.values], lr=0.1)
t = torch.rand(64)
for _ in range(20):
    opt.zero_grad()
    loss = (curve.evaluate(t) - torch.sin(6 * t)).pow(2).mean()
    loss.backward()
    opt.step()
print(curve.export().shape)
