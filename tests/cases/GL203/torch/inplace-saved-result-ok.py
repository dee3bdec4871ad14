# framework: torch
# verdict: clean
# seen: 6
import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        identity = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += identity
        return self.relu(out)


def reference(block, x):
    h = torch.relu(block.bn1(block.conv1(x)))
    return torch.relu(block.bn2(block.conv2(h)) + x)


torch.manual_seed(0)
stem, block = nn.Conv2d(3, 4, 1), Residual(4)
images = torch.randn(2, 3, 8, 8)
block(stem(images)).pow(2).mean().backward()
got = [p.grad.clone() for p in block.parameters()]
block.zero_grad()
reference(block, stem(images)).pow(2).mean().backward()
same = all(torch.allclose(a, p.grad, atol=1e-6) for a, p in zip(got, block.parameters()))
print("OBSERVED", "clean" if same else "wrong", len(got))
