# framework: torch
# verdict: clean
# seen: 40
import torch
from torch import nn
from torch.nn import functional as F


class HardExampleLoss(nn.Module):
    def __init__(self, keep=0.5):
        super().__init__()
        self.keep = keep

    def forward(self, logits, mask):
        each = F.binary_cross_entropy_with_logits(logits, mask, reduction="none").flatten(1)
        hardest = each.topk(int(self.keep * each.shape[1]), dim=1).values
        wrong = ((logits > 0).float() != mask).flatten(1)
        weight = torch.where(wrong, 2.0, 1.0)
        return hardest.mean() + (weight * each).mean()


def iou(logits, mask):
    pred = logits > 0
    truth = mask.bool()
    return ((pred & truth).sum() / ((pred | truth).sum() + 1e-6)).item()


torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 1, 1))
criterion = HardExampleLoss()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
image = torch.rand(2, 1, 8, 8)
mask = (image > 0.6).float()
first, scores = None, []
for _ in range(40):
    opt.zero_grad()
    logits = net(image)
    loss = criterion(logits, mask)
    loss.backward()
    opt.step()
    first = loss.item() if first is None else first
    scores.append(iou(logits, mask))
print("OBSERVED", "clean" if loss.item() < 0.8 * first and net[0].weight.grad.any() else "wrong", len(scores))
