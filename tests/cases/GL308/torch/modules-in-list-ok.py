# framework: torch
# verdict: clean
# seen: 12
import torch
from torch import nn
from torch.nn import functional as F


class Pyramid(nn.Module):
    def __init__(self, channels=(4, 8, 16), out=6):
        super().__init__()
        self.laterals = []
        self.smooth = []
        for level, width in enumerate(channels):
            lateral = nn.Conv1d(width, out, 1)
            smooth = nn.Sequential(nn.Conv1d(out, out, 3, padding=1), nn.ReLU())
            self.add_module(f"lateral_{level}", lateral)
            self.add_module(f"smooth_{level}", smooth)
            self.laterals.append(lateral)
            self.smooth.append(smooth)

    def forward(self, features):
        top = self.laterals[-1](features[-1])
        pyramid = [self.smooth[-1](top)]
        for level in range(len(features) - 2, -1, -1):
            top = self.laterals[level](features[level]) + F.interpolate(top, scale_factor=2)
            pyramid.append(self.smooth[level](top))
        return pyramid


torch.manual_seed(0)
neck = Pyramid()
opt = torch.optim.SGD(neck.parameters(), lr=0.1)
features = [torch.randn(2, 4, 16), torch.randn(2, 8, 8), torch.randn(2, 16, 4)]
before = [p.detach().clone() for layer in [*neck.laterals, *neck.smooth] for p in layer.parameters()]
opt.zero_grad()
loss = sum((level - 1).square().mean() for level in neck(features))
loss.backward()
opt.step()
after = [p for layer in [*neck.laterals, *neck.smooth] for p in layer.parameters()]
moved = all(not torch.equal(b, a) for b, a in zip(before, after))
print("OBSERVED", "clean" if moved else "wrong", len(list(neck.parameters())))
