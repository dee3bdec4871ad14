# framework: torch
# verdict: clean
# seen: 10
import torch
from torch import nn
from torch.nn import functional as F


class GatedMLP(nn.Module):
    def __init__(self, sizes=(6, 12, 12, 2), n_gates=2):
        super().__init__()
        layers = []
        for n_in, n_out in zip(sizes[:-1], sizes[1:]):
            layers += [nn.Linear(n_in, n_out), nn.ReLU()]
        self.body = nn.Sequential(*layers[:-1])
        self.squash = [nn.Tanh(), nn.Sigmoid()]
        self.gate_names = [f"gate{i}" for i in range(n_gates)]
        for name in self.gate_names:
            setattr(self, name, nn.Linear(sizes[0], sizes[-1]))

    def forward(self, x):
        out = self.body(x)
        for name, squash in zip(self.gate_names, self.squash):
            out = out * squash(getattr(self, name)(x))
        return out


torch.manual_seed(0)
net = GatedMLP()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
x, y = torch.randn(32, 6), torch.randn(32, 2)
before = [p.detach().clone() for p in net.parameters()]
for _ in range(3):
    opt.zero_grad()
    F.mse_loss(net(x), y).backward()
    opt.step()
moved = [not torch.equal(b, p) for b, p in zip(before, net.parameters())]
print("OBSERVED", "clean" if all(moved) and len(moved) == 10 else "wrong", len(moved))
