# framework: torch
# verdict: clean
# seen: 20
import torch
from torch import nn


class JaccardLoss(nn.Module):
    def forward(self, probs, mask):
        inter = (probs * mask).sum()
        union = probs.sum() + mask.sum() - inter
        return 1 - inter / (union + 1e-6)


def unfreeze(module):
    for p in module.parameters():
        p.requires_grad = True


torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 1, 1), nn.Sigmoid())
net.requires_grad_(False)
unfreeze(net)
criterion = JaccardLoss()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
image, mask = torch.rand(2, 1, 8, 8), torch.randint(0, 2, (2, 1, 8, 8)).float()
trace = []
for _ in range(20):
    opt.zero_grad()
    probs = net(image)
    loss = criterion(probs, mask)
    if not loss.requires_grad:
        raise RuntimeError("nothing to train")
    loss.backward()
    opt.step()
    hard = (probs > 0.5).float()
    trace.append((loss.item(), (hard == mask).float().mean().item()))
print("OBSERVED", "clean" if trace[-1][0] < trace[0][0] else "none", len(trace))
