# framework: torch
# verdict: clean
# seen: torch.Size([6, 3])
import torch
from torch import nn


class Fusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.slots = nn.Parameter(torch.ones(4, 8))
        self.extra = nn.Parameter(torch.ones(2, 8))
        self.wide = nn.Parameter(torch.ones(6, 3))
        self.score = nn.Linear(11, 1)

    def forward(self):
        table = torch.cat([self.slots, self.extra], dim=0)
        table = torch.cat([table, self.wide], dim=1)
        both = torch.stack([table, table.flip(0)])
        return self.score(both.view(12, 11)).mean()


torch.manual_seed(0)
model = Fusion()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
opt.zero_grad()
out = model()
out.pow(2).backward()
opt.step()
expected = 2 * out.detach() * torch.ones(1, 11)
right = torch.allclose(model.score.weight.grad, expected) and model.wide.grad.any()
print("OBSERVED", "clean" if right else "wrong", model.wide.grad.shape)
