# framework: torch
# verdict: raises
# seen: RuntimeError: Sizes of tensors must match except in dimension 0. Expected size 8 but got size 6 for tensor number 1 in the list.
import torch
from torch import nn


class Fusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.slots = nn.Parameter(torch.zeros(4, 8))
        self.extra = nn.Parameter(torch.zeros(2, 6))
        self.score = nn.Linear(8, 1)

    def forward(self):
        table = torch.cat([self.slots, self.extra], dim=0)  # HAZARD GL509
        return self.score(table).mean()


torch.manual_seed(0)
model = Fusion()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
opt.zero_grad()
loss = model().pow(2)
loss.backward()
opt.step()
