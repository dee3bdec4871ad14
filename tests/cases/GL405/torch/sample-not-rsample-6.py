# framework: torch
# verdict: none
# seen: the latent is drawn with sample() behind a property; the encoder learns from nothing but the KL
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Independent, Normal


@dataclass
class Latent:
    mean: torch.Tensor
    log_std: torch.Tensor

    @property
    def dist(self):
        return Independent(Normal(self.mean, self.log_std.exp()), 1)

    def draw(self):
        return self.dist.sample()  # HAZARD GL405


class Encoder(nn.Module):
    def __init__(self, d, z):
        super().__init__()
        self.net = nn.Linear(d, 2 * z)

    def forward(self, x):
        return Latent(*self.net(x).chunk(2, -1))


class AE(nn.Module):
    def __init__(self, d=5, z=2):
        super().__init__()
        self.enc, self.dec = Encoder(d, z), nn.Linear(z, d)

    def loss(self, x):
        return F.mse_loss(self.dec(self.enc(x).draw()), x)


if __name__ == "__main__":
    torch.manual_seed(0)
    model = AE()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(2):
        opt.zero_grad()
        model.loss(torch.randn(8, 5)).backward()
        opt.step()
    assert model.enc.net.weight.grad is None and model.dec.weight.grad is not None
