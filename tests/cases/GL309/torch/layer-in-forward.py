# framework: torch
# verdict: wrong
# seen: same images, outputs differ by 0.258
import torch
from torch import nn
from torch.nn import functional as F


class DownBlock(nn.Module):
    def __init__(self, n_in, n_out, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(n_in, n_out, 3, stride=stride, padding=1)
        self.conv2 = nn.Conv2d(n_out, n_out, 3, padding=1)
        self.stride = stride

    def forward(self, x):
        out = self.conv2(F.relu(self.conv1(x)))
        if out.shape != x.shape:
            x = nn.Conv2d(x.shape[1], out.shape[1], 1, stride=self.stride)(x)  # HAZARD GL309
        return F.relu(out + x)


torch.manual_seed(0)
blocks = nn.Sequential(DownBlock(3, 4, 2), DownBlock(4, 4), nn.AdaptiveAvgPool2d(1))
net = nn.Sequential(blocks, nn.Flatten(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
images, labels = torch.rand(4, 3, 8, 8), torch.randint(0, 2, (4,))
for _ in range(2):
    opt.zero_grad()
    F.cross_entropy(net(images), labels).backward()
    opt.step()
net.eval()
with torch.no_grad():
    first, second = net(images), net(images)
gap = (first - second).abs().max().item()
print("OBSERVED", "wrong" if gap > 1e-3 else "clean", "same images, outputs differ by", round(gap, 3))
