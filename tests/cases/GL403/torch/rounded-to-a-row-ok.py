# framework: torch
# verdict: clean
# seen: the part between two rows carries the gradient
import torch
from torch import nn

torch.manual_seed(0)


class Regime(nn.Module):
    def __init__(self):
        super().__init__()
        self.level = nn.Linear(5, 1)
        self.table = nn.Embedding(6, 4)

    def forward(self, x):
        level = torch.sigmoid(self.level(x))[:, 0] * 5
        low = level.floor()
        rest = (level - low.detach())[:, None]
        low = low.long()
        return self.table(low) * (1 - rest) + self.table((low + 1).clamp(max=5)) * rest


model, head = Regime(), nn.Linear(4, 2)
optimizer = torch.optim.Adam([*model.parameters(), *head.parameters()], lr=1e-3)
for _ in range(2):
    loss = head(model(torch.randn(8, 5))).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "none" if model.level.weight.grad is None else "clean")
