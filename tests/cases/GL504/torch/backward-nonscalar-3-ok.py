# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
import torch.nn.functional as F


class FocalLoss(nn.Module):
    def __init__(self, gamma=2.0, reduction="mean"):
        super().__init__()
        self.gamma, self.reduction = gamma, reduction

    def forward(self, logits, y):
        ce = F.cross_entropy(logits, y, reduction="none")
        loss = (1 - torch.exp(-ce)) ** self.gamma * ce
        if self.reduction == "mean":
            return loss.mean()
        if self.reduction == "sum":
            return loss.sum()
        return loss


torch.manual_seed(0)
model = nn.Linear(4, 3)
x, y = torch.randn(5, 4), torch.randint(0, 3, (5,))
FocalLoss()(model(x), y).backward()
each = FocalLoss(reduction="none")(model(x), y)
each.backward(torch.ones_like(each) / len(each))
weights = torch.rand(5)
(FocalLoss(reduction="none")(model(x), y) @ weights).backward()
torch.autograd.backward([model(x)], [torch.ones(5, 3)])
print("OBSERVED", "clean" if model.weight.grad.any() else "wrong")
