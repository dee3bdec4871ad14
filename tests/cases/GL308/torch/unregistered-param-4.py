# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class Base(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.setup(dim)

    def setup(self, dim):
        raise NotImplementedError

    def forward(self, x):
        return self.mix(self.norm(x))


class Mixer(Base):
    def setup(self, dim):
        self.gate = nn.Parameter(torch.zeros(dim)).mul(0.5)  # HAZARD GL308
        self.proj = nn.Linear(dim, dim)

    def mix(self, x):
        return self.proj(x) * torch.sigmoid(self.gate)


torch.manual_seed(0)
model = Mixer(3)
names = [n for n, _ in model.named_parameters()]
print("OBSERVED", "wrong" if "gate" not in names else "clean")
