# framework: torch
# verdict: nan
# seen: loss 0.626
import torch
import torch.nn as nn
import torch.nn.functional as F


def pairwise(z):
    gaps = z.unsqueeze(1) - z.unsqueeze(0)
    return gaps.pow(2).sum(-1).sqrt()  # HAZARD GL702


def batch_hard_triplet(z, labels, margin=0.3):
    distance = pairwise(z)
    same = labels[:, None] == labels[None, :]
    furthest = distance.masked_fill(~same, 0.0).max(dim=1).values
    nearest = distance.masked_fill(same, 1e6).min(dim=1).values
    return F.relu(furthest - nearest + margin).mean()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
x, labels = torch.randn(8, 5), torch.tensor([0, 0, 1, 1, 2, 2, 3, 3])
opt.zero_grad()
loss = batch_hard_triplet(net(x), labels)
loss.backward()
opt.step()
gone = net[0].weight.isnan().any().item()
print("OBSERVED", "nan" if gone else "clean", "loss", round(loss.item(), 3))
