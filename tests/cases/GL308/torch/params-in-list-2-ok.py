# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Polynomial(nn.Module):
    def __init__(self, degree):
        super().__init__()
        for i in range(degree + 1):
            self.register_parameter(f"c{i}", nn.Parameter(torch.randn(())))
        self.degree = degree

    def forward(self, x):
        return sum(getattr(self, f"c{i}") * x ** i for i in range(self.degree + 1))


class Dense(nn.Module):
    def __init__(self, n_in, growth, layers):
        super().__init__()
        for i in range(layers):
            self.add_module("denselayer%d" % (i + 1), nn.Linear(n_in + i * growth, growth))

    def forward(self, x):
        feats = [x]
        for _, layer in self.named_children():
            feats.append(layer(torch.cat(feats, -1)).relu_())
        return torch.cat(feats, 1)


class MultiHead(nn.Module):
    def __init__(self, d, tasks):
        super().__init__()
        layers = []
        for _ in range(2):
            layers += [nn.Linear(d, d), nn.ReLU(inplace=True)]
        self.trunk = nn.Sequential(*layers)
        heads = {name: nn.Linear(d, n) for name, n in tasks.items()}
        self.heads = nn.ModuleDict(heads)
        self.log_var = nn.ParameterDict({k: nn.Parameter(torch.zeros(1)) for k in tasks})
        self.scales = nn.ParameterList(nn.Parameter(torch.ones(1)) for _ in range(2))
        self._buffers_seen = []
        blocks = [nn.Linear(d, d) for _ in range(2)]
        self.blocks = nn.ModuleList(blocks)
        self.first = blocks[0]
        self.register_buffer("mean", torch.zeros(d), persistent=False)

    def forward(self, x):
        h = self.trunk(x - self.mean) * self.scales[0]
        for block in self.blocks:
            h = h + block(h) * self.scales[1]
        return {k: head(h) for k, head in self.heads.items()}


torch.manual_seed(0)
poly, dense, multi = Polynomial(3), Dense(2, 3, 2), MultiHead(8, {"a": 2, "b": 1})
x = torch.randn(5, 2)
out = multi(dense(x))
loss = sum(torch.exp(-multi.log_var[k]) * v.pow(2).mean() + multi.log_var[k] for k, v in out.items())
loss = loss + poly(x).pow(2).mean()
loss.backward()
every = [p for m in (poly, dense, multi) for p in m.parameters()]
print("OBSERVED", "clean" if all(p.grad is not None for p in every) and len(every) > 20 else "none")
