"""A variational autoencoder with the reparameterisation written out."""

import torch
import torch.nn.functional as F
from torch import nn


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(8, 16)
        self.mu = nn.Linear(16, 4)
        self.logvar = nn.Linear(16, 4)
        self.dec = nn.Linear(4, 8)

    def forward(self, x):
        h = torch.relu(self.enc(x))
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.exp(0.5 * logvar) * torch.randn_like(mu)
        return self.dec(z), mu, logvar


def main():
    torch.manual_seed(2)
    data = torch.rand(64, 8)
    net = VAE()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        opt.zero_grad()
        out, mu, logvar = net(data)
        rec = F.mse_loss(out, data)
        kld = -0.5 * torch.mean(1 + logvar - mu**2 - logvar.exp())
        loss = rec + 0.1 * kld
        loss.backward()
        opt.step()
        print(step, loss.item().hex(), kld.item().hex())


if __name__ == "__main__":
    main()
