# framework: torch
# verdict: none
# seen: ['down.weight', 'down.bias', 'deep.weight', 'deep.bias']
import torch as th
from torch import nn
from torch.nn import functional as F


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv1d(1, 4, 3, padding=1)
        self.deep = nn.Conv1d(4, 4, 3, padding=1)
        self.up = nn.Conv1d(8, 1, 3, padding=1)

    def forward(self, x):
        skip = self.down(x)
        deep = F.relu(self.deep(skip))
        for branch in (skip, deep):
            branch.detach_()  # HAZARD GL401
        return self.up(th.cat([skip, deep], dim=1))


th.manual_seed(0)
net = UNet()
opt = th.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.0)
x, y = th.randn(3, 1, 16), th.randn(3, 1, 16)
for _ in range(3):
    opt.zero_grad()
    F.l1_loss(net(x), y).backward()
    opt.step()
lost = [name for name, p in net.named_parameters() if p.grad is None]
print("OBSERVED", "none" if "deep.weight" in lost and "up.weight" not in lost else "clean", lost)
