# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class DiceLoss(nn.Module):
    def __init__(self, eps=1.0):
        super().__init__()
        self.eps = eps

    def forward(self, logits, target):
        prob = torch.softmax(logits, dim=1)[:, 1]
        inter = (prob * target).sum()
        return 1 - (2 * inter + self.eps) / (prob.sum() + target.sum() + self.eps)


def iou(logits, target):
    pred = logits.argmax(dim=1)
    inter = ((pred == 1) & (target == 1)).sum().float()
    return inter / ((pred == 1) | (target == 1)).sum().clamp(min=1)


def hard_negative(losses, keep):
    order = losses.argsort(descending=True)
    top, _ = losses.topk(keep)
    return top.mean() + losses[order[:keep]].mean()


torch.manual_seed(0)
net = nn.Conv2d(1, 2, 1)
criterion = DiceLoss()
y = torch.randint(0, 2, (2, 4, 4))
logits = net(torch.rand(2, 1, 4, 4))
pixel = nn.functional.cross_entropy(logits, y, reduction="none").flatten()
mask = (logits[:, 1] > 0).float()
loss = criterion(logits, y) + hard_negative(pixel, 3) + (mask * logits[:, 1]).mean()
loss.backward()
score = iou(logits, y)
print("OBSERVED", "clean" if net.weight.grad.any() and score >= 0 else "wrong")
