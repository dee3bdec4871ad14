# framework: torch
# verdict: none
# seen: torch.Size([1, 8])
import torch
from torch import nn


class AgeModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 8)
        self.years = nn.Linear(8, 1)
        self.spread = nn.Linear(8, 1)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        years = self.years(h).int()  # HAZARD GL403
        return years.float(), nn.functional.softplus(self.spread(h)) + 1e-3


def gaussian_nll(mean, std, target):
    return (torch.log(std) + 0.5 * ((target - mean) / std) ** 2).mean()


torch.manual_seed(0)
model = AgeModel()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y = torch.randn(20, 5), 30 + 10 * torch.rand(20, 1)
for _ in range(4):
    opt.zero_grad()
    mean, std = model(x)
    gaussian_nll(mean, std, y).backward()
    opt.step()
print("OBSERVED", "none" if model.years.weight.grad is None else "clean", model.spread.weight.grad.shape)
