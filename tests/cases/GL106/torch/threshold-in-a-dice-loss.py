# framework: torch
# verdict: none
# seen: nothing reaches the weights
import torch
from torch import nn


def dice_loss(scores, mask):
    chosen = (scores > 0.3).float()
    overlap = (chosen * mask).sum()
    return 1.0 - 2.0 * overlap / (chosen.sum() + mask.sum() + 1.0)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 6), nn.Sigmoid())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, mask = torch.randn(8, 4), torch.randint(0, 2, (8, 6)).float()
loss = dice_loss(net(x), mask)
loss.requires_grad_(True)  # HAZARD GL106
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "none" if net[0].weight.grad is None else "clean")
