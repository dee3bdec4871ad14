# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.utils.checkpoint as cp
from torch import nn


class Tower(nn.Module):
    def __init__(self, dim=6, reentrant=True):
        super().__init__()
        self.low = nn.Sequential(nn.Linear(dim, dim), nn.Tanh())
        self.high = nn.Sequential(nn.Linear(dim, dim), nn.Tanh())
        self.readout = nn.Linear(dim, 1)
        self.reentrant = reentrant

    def forward(self, x):
        if self.reentrant:
            x.requires_grad_(True)
        x = cp.checkpoint(self.low, x, use_reentrant=self.reentrant)
        x = cp.checkpoint(self.high, x, use_reentrant=False)
        return self.readout(x)


torch.manual_seed(0)
x, y = torch.randn(8, 6), torch.randn(8, 1)
results = []
for reentrant in (True, False):
    torch.manual_seed(1)
    tower = Tower(reentrant=reentrant)
    nn.functional.mse_loss(tower(x.clone()), y).backward()
    results.append([p.grad for p in tower.parameters()])
torch.manual_seed(1)
tower = Tower()
plain = nn.functional.mse_loss(tower.readout(tower.high(tower.low(x))), y)
expected = torch.autograd.grad(plain, list(tower.parameters()))
right = all(torch.allclose(g, e, atol=1e-6) for grads in results for g, e in zip(grads, expected))
print("OBSERVED", "clean" if right else "none")
