# framework: torch
# verdict: wrong
# seen: trained tensors: 4
import torch
from torch import nn
from torch.nn import functional as F


class ResidualBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.up = nn.Linear(dim, 2 * dim)
        self.down = nn.Linear(2 * dim, dim)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm(x))))


class ResMLP(nn.Module):
    def __init__(self, n_in, dim, depth, n_out):
        super().__init__()
        self.stem = nn.Linear(n_in, dim)
        self.blocks = [ResidualBlock(dim) for _ in range(depth)]  # HAZARD GL308
        self.head = nn.Linear(dim, n_out)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


torch.manual_seed(0)
net = ResMLP(5, 8, 3, 2)
opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
x, y = torch.randn(32, 5), torch.randint(0, 2, (32,))
before = net.blocks[0].up.weight.detach().clone()
for _ in range(5):
    opt.zero_grad()
    F.cross_entropy(net(x), y).backward()
    opt.step()
frozen = torch.equal(before, net.blocks[0].up.weight)
print("OBSERVED", "wrong" if frozen else "clean", "trained tensors:", len(list(net.parameters())))
