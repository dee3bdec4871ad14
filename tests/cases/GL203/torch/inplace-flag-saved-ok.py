# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class PreAct(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.BatchNorm1d(dim)
        self.shortcut = nn.Linear(dim, dim)
        self.branch = nn.Linear(dim, dim)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        h = self.act(self.norm(x))
        skip = self.shortcut(h)
        out = self.branch(h)
        return self.act(out + skip)


def reference(block, x):
    h = torch.relu(block.norm(x))
    return torch.relu(block.branch(h) + block.shortcut(h))


torch.manual_seed(0)
stem, block = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.0, inplace=True)), PreAct(8)
x = torch.randn(16, 4)
block(stem(x)).pow(2).mean().backward()
got = [p.grad.clone() for p in (*stem.parameters(), *block.parameters())]
stem.zero_grad()
block.zero_grad()
reference(block, stem(x)).pow(2).mean().backward()
now = [p.grad for p in (*stem.parameters(), *block.parameters())]
print("OBSERVED", "clean" if all(torch.allclose(a, b, atol=1e-6) for a, b in zip(got, now)) else "wrong")
