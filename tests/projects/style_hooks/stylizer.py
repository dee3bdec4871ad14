from torch import nn


class Stylizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(6, 3, 3, padding=1))

    def forward(self, x):
        return x + self.net(x)
