# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


class MixtureOfLosses(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.heads = nn.ModuleList(nn.Linear(3, 1) for _ in range(n))

    def forward(self, x, y):
        per_head = []
        for head in self.heads:
            per_head.append((head(x) - y).pow(2).mean())
        weights = torch.softmax(-torch.Tensor(per_head), dim=0)  # HAZARD GL105
        return (weights * torch.tensor(per_head)).sum()  # HAZARD GL105


torch.manual_seed(0)
model = MixtureOfLosses(3)
model(torch.randn(6, 3), torch.randn(6, 1)).backward()
