# framework: torch
# verdict: raises
# seen: AttributeError: 'float' object has no attribute 'backward'
import torch as th
import torch.nn as nn
import torch.nn.functional as F


def multi_scale_loss(outputs, target):
    total = 0.0
    for scale, out in enumerate(outputs):
        small = F.avg_pool1d(target, 2 ** scale)
        total += float(F.l1_loss(out, small)) / 2 ** scale
    return total


class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([nn.Conv1d(2, 2, 3, stride=2 ** s, padding=1) for s in range(3)])

    def forward(self, x):
        return [head(x) for head in self.heads]


th.manual_seed(0)
model = Pyramid()
opt = th.optim.Adam(model.parameters(), lr=1e-3)
x = th.randn(4, 2, 16)
opt.zero_grad()
loss = multi_scale_loss(model(x), x)
loss.backward()  # HAZARD GL104
opt.step()
