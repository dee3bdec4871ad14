# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [2, 4, 8, 8]], which is output 0 of Relu, is at version 1; expected version 0 instead. Hint: enable a
import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels)
        self.relu = nn.ReLU()

    def forward(self, x):
        identity = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out += identity  # HAZARD GL203
        return out


torch.manual_seed(0)
stem = nn.Conv2d(3, 4, 1)
block = Residual(4)
head = nn.Linear(4, 5)
params = [*stem.parameters(), *block.parameters(), *head.parameters()]
opt = torch.optim.SGD(params, lr=0.1, momentum=0.9)
images, labels = torch.randn(2, 3, 8, 8), torch.tensor([1, 4])
opt.zero_grad()
logits = head(block(stem(images)).mean(dim=(2, 3)))
nn.functional.cross_entropy(logits, labels).backward()
opt.step()
