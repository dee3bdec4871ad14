# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Ensemble(nn.Module):
    def __init__(self, n, widths=(3, 4, 1)):
        super().__init__()
        members = []
        for _ in range(n):
            blocks = []
            for a, b in zip(widths, widths[1:]):
                blocks += [nn.Linear(a, b), nn.ReLU()]
            members.append(nn.Sequential(*blocks[:-1]))
        self.members = nn.ModuleList(members)
        self.alphas = nn.ParameterDict({f"a{i}": nn.Parameter(torch.ones(1)) for i in range(n)})
        self.order = [type(m).__name__ for m in members]
        self.losses = [nn.MSELoss(), nn.L1Loss()]
        for i, act in enumerate([nn.ReLU(), nn.Tanh()]):
            self.add_module(f"act{i}", act)

    def forward(self, x):
        return sum(a * m(x) for a, m in zip(self.alphas.values(), self.members))


torch.manual_seed(0)
model = Ensemble(3)
out = model(torch.randn(4, 3))
sum(f(out, torch.zeros(4, 1)) for f in model.losses).backward()
print("OBSERVED", "clean" if len(list(model.parameters())) == 15 and model.alphas["a0"].grad.any() else "wrong")
