from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))

    def forward(self, x):
        return self.net(x)


class Generator(nn.Module):
    latent = 4

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(self.latent, 32), nn.ReLU(inplace=True), nn.Linear(32, 2))

    def forward(self, z):
        return self.net(z)
