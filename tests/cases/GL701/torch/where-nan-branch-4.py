# framework: torch
# verdict: nan
# seen: nan
import torch
from torch import nn


class Fresnel(nn.Module):
    def __init__(self):
        super().__init__()
        self.eta = nn.Parameter(torch.tensor(1.5))

    def forward(self, cos_i):
        sin2 = self.eta ** 2 * (1 - cos_i ** 2)
        cos_t = torch.where(sin2 < 1, torch.sqrt(1 - sin2), torch.zeros_like(sin2))  # HAZARD GL701
        return ((self.eta * cos_i - cos_t) / (self.eta * cos_i + cos_t)) ** 2


f = Fresnel()
f(torch.tensor([0.9, 0.2])).sum().backward()
print("OBSERVED", "nan" if f.eta.grad.isnan() else "clean")
