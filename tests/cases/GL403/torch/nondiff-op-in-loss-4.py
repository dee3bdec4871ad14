# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


class DiceLoss(nn.Module):
    def __init__(self, eps=1.0):
        super().__init__()
        self.eps = eps

    def forward(self, logits, target):
        pred = torch.argmax(logits, dim=1)  # HAZARD GL403
        inter = (pred * target).sum()
        return 1 - (2 * inter + self.eps) / (pred.sum() + target.sum() + self.eps)


torch.manual_seed(0)
net = nn.Conv2d(1, 2, 1)
criterion = DiceLoss()
loss = criterion(net(torch.rand(2, 1, 4, 4)), torch.randint(0, 2, (2, 4, 4)))
loss.backward()
