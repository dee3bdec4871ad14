# framework: torch
# verdict: wrong
# seen: every layer is computed again with the last depth
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Tower(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(3, 3) for _ in range(depth))
        self.at = 0

    def block(self, h):
        return torch.sin(self.layers[0](h) * (1.0 + self.at))  # HAZARD GL415

    def run(self, h, again):
        for at in range(6):
            self.at = at
            h = checkpoint(self.block, h, use_reentrant=False) if again else self.block(h)
        return h.square().sum()


torch.manual_seed(0)
tower, x = Tower(2), torch.randn(4, 3)
tower.run(x, True).backward()
kept = tower.layers[0].weight.grad.clone()
tower.zero_grad()
tower.run(x, False).backward()
assert (kept - tower.layers[0].weight.grad).norm() > 1e-2 * kept.norm()
print("OBSERVED wrong")
