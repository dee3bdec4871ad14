import torch
from torch import nn


class Down(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1), nn.BatchNorm2d(cout), nn.ReLU())

    def forward(self, x):
        return torch.max_pool2d(self.conv(x), 2)


class TinyUNet(nn.Module):
    def __init__(self, classes=3, width=8):
        super().__init__()
        self.down1 = Down(1, width)
        self.down2 = Down(width, width * 2)
        self.up = nn.ConvTranspose2d(width * 2, width, 4, stride=4)
        self.head = nn.Conv2d(width, classes, 1)

    def forward(self, x):
        return self.head(torch.relu(self.up(self.down2(self.down1(x)))))
