# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


class DiceLoss(nn.Module):
    def __init__(self, threshold=0.5, eps=1e-6):
        super().__init__()
        self.threshold, self.eps = threshold, eps

    def forward(self, logits, mask):
        pred = (torch.sigmoid(logits) > self.threshold).float()  # HAZARD GL403
        inter = (pred * mask).sum()
        return 1 - (2 * inter + self.eps) / (pred.sum() + mask.sum() + self.eps)


torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 1, 1))
criterion = DiceLoss()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
image, mask = torch.rand(2, 1, 8, 8), torch.randint(0, 2, (2, 1, 8, 8)).float()
for _ in range(2):
    opt.zero_grad()
    loss = criterion(net(image), mask)
    loss.backward()
    opt.step()
