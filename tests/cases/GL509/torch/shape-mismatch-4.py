# framework: torch
# verdict: raises
# seen: RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x144 and 256x10)
import torch
from torch import nn


class CNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(4 * 8 * 8, 10)

    def forward(self, x):
        x = torch.relu(self.conv(x)).flatten(1)
        return self.fc(x)  # HAZARD GL509


CNN()(torch.randn(2, 1, 8, 8)).sum().backward()
