# framework: torch
# verdict: none
# seen: 1.0
import torch
from torch import nn


class JaccardLoss(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        self.threshold = threshold

    def forward(self, probs, mask):
        hard = (probs > self.threshold).float()
        inter = (hard * mask).sum()
        union = hard.sum() + mask.sum() - inter
        return 1 - inter / (union + 1e-6)


torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 1, 1), nn.Sigmoid())
criterion = JaccardLoss()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
image, mask = torch.rand(2, 1, 8, 8), torch.randint(0, 2, (2, 1, 8, 8)).float()
for _ in range(3):
    opt.zero_grad()
    loss = criterion(net(image), mask)
    loss.requires_grad = True  # HAZARD GL106
    loss.backward()
    opt.step()
print("OBSERVED", "none" if all(p.grad is None for p in net.parameters()) else "clean", loss.item())
