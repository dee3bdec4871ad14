# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Base(nn.Module):
    def __init__(self, dim, **options):
        super().__init__()
        self.options = dict(eps=1e-6, **options)
        self.norm = nn.LayerNorm(dim)
        self.setup(dim)

    def setup(self, dim):
        raise NotImplementedError

    def forward(self, x):
        return self.mix(self.norm(x))


class Mixer(Base):
    def setup(self, dim):
        self.gate = nn.Parameter(torch.zeros(dim).mul(0.5))
        self.register_parameter("bias", nn.Parameter(torch.zeros(dim)))
        self.register_buffer("mask", torch.ones(dim), persistent=False)
        self.scale = torch.tensor(dim ** -0.5)
        self.projs = nn.ModuleDict({k: nn.Linear(dim, dim) for k in ("a", "b")})
        self._cache = {}

    def mix(self, x):
        y = self.projs["a"](x) + self.projs["b"](x)
        self._cache["last"] = y.detach()
        return (y * torch.sigmoid(self.gate) + self.bias) * self.mask * self.scale


torch.manual_seed(0)
model = Mixer(3)
model(torch.randn(4, 3)).pow(2).sum().backward()
print("OBSERVED", "clean" if all(p.grad is not None for p in model.parameters()) and len(list(model.parameters())) == 8 else "wrong")
