# framework: torch
# verdict: wrong
# seen: the features train nothing
import torch
import torch.nn as nn
import torch.nn.functional as F


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)

    def forward(self, x):
        return torch.relu(self.conv(x))


def objective(restored, sharp, features):
    pixels = F.mse_loss(restored, sharp)
    likeness = F.l1_loss(features(restored.detach()), features(sharp))  # HAZARD GL401
    return pixels + 0.1 * likeness


torch.manual_seed(0)
net, features = nn.Conv2d(1, 1, 3, padding=1), Features()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
blurred, sharp = torch.rand(2, 1, 6, 6), torch.rand(2, 1, 6, 6)
optimizer.zero_grad()
objective(net(blurred), sharp, features).backward()
optimizer.step()
with torch.enable_grad():
    restored = net(blurred)
part = torch.autograd.grad(F.l1_loss(features(restored), features(sharp)), net.weight)[0]
print("OBSERVED", "wrong" if part.abs().sum() > 0 else "clean")
