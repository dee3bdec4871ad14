# framework: torch
# verdict: raises
# seen: RuntimeError: grad can be implicitly created only for scalar outputs
import torch
from torch import nn
import torch.nn.functional as F


class FocalLoss(nn.Module):
    def __init__(self, gamma=2.0, reduction="none"):
        super().__init__()
        self.gamma, self.reduction = gamma, reduction

    def forward(self, logits, y):
        ce = F.cross_entropy(logits, y, reduction="none")
        pt = torch.exp(-ce)
        return (1 - pt) ** self.gamma * ce


torch.manual_seed(0)
model = nn.Linear(4, 3)
criterion = FocalLoss()
loss = criterion(model(torch.randn(5, 4)), torch.randint(0, 3, (5,)))
loss.backward()  # HAZARD GL504
