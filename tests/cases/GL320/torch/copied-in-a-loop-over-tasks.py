# framework: torch
# verdict: none
# seen: the meta-model has no gradient
from copy import deepcopy

import torch


class Meta(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Linear(2, 4)
        self.head = torch.nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


torch.manual_seed(0)
meta = Meta()
outer = torch.optim.Adam(meta.parameters(), lr=1e-3)
for x in torch.randn(2, 6, 2):
    outer.zero_grad()
    fast = deepcopy(meta)
    query = fast(x).pow(2).mean()
    query.backward()  # HAZARD GL320
    outer.step()
assert all(p.grad is None for p in meta.parameters())
print("OBSERVED none")
