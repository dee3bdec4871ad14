# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn


class Prompt:
    def __init__(self, length, dim):
        self.table = torch.randn(length, dim) * 0.02

    def parameters(self):
        return [self.table]

    def __call__(self, x):
        return torch.cat([self.table.expand(len(x), -1, -1), x], dim=1)


torch.manual_seed(0)
backbone = nn.Linear(3, 3).requires_grad_(False)
head, prompt = nn.Linear(3, 2), Prompt(2, 3)
start = prompt.table.clone()
opt = torch.optim.Adam(prompt.parameters() + list(head.parameters()), lr=0.1)  # HAZARD GL301
x = torch.randn(4, 5, 3)
for _ in range(2):
    loss = head(backbone(prompt(x)).mean(1)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print("OBSERVED", "none" if torch.equal(start, prompt.table) else "clean")
