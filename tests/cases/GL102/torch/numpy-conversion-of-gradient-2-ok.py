# framework: torch
# verdict: clean
# seen: (6,)
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
        with torch.no_grad():
            fitted = self.values.clone()
        return np.stack([np.asarray(self.knots), np.asarray(fitted)])


torch.manual_seed(0)
curve = Curve(knots=torch.linspace(0, 1, 6), values=nn.Parameter(torch.zeros(6)))
opt = torch.optim.Adam([curve.values], lr=0.1)
t = torch.rand(64)
trace = []
for _ in range(60):
    opt.zero_grad()
    loss = (curve.evaluate(t) - torch.sin(6 * t)).pow(2).mean()
    loss.backward()
    opt.step()
    trace.append(np.asarray(loss.detach()).item())
knots, fitted = curve.export()
learned = trace[-1] < 0.1 * trace[0] and np.abs(fitted).max() > 0.5
print("OBSERVED", "clean" if learned else "none", knots.shape)
