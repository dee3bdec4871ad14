# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class MixtureOfLosses(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.heads = nn.ModuleList(nn.Linear(3, 1) for _ in range(n))

    def forward(self, x, y):
        per_head = [(head(x) - y).pow(2).mean() for head in self.heads]
        scores = torch.tensor([one.item() for one in per_head])
        weights = torch.softmax(-torch.stack(per_head).detach(), dim=0)
        return (weights * torch.stack(per_head)).sum(), scores


torch.manual_seed(0)
model = MixtureOfLosses(3)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(6, 3), torch.randn(6, 1)
loss, scores = model(x, y)
loss.backward()
opt.step()
best = torch.tensor([loss.item(), scores.min()])
print("OBSERVED", "clean" if all(h.weight.grad.any() for h in model.heads) and best.numel() == 2 else "wrong")
