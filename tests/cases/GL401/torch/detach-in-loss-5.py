# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn


class VAE(nn.Module):
    def __init__(self, d, z):
        super().__init__()
        self.enc = nn.Linear(d, 2 * z)
        self.dec = nn.Linear(z, d)

    def encode(self, x):
        mu, logvar = self.enc(x).chunk(2, dim=-1)
        return mu.detach(), logvar.detach()  # HAZARD GL401

    def forward(self, x):
        mu, logvar = self.encode(x)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(-1).mean()
        return self.dec(z), kl


torch.manual_seed(0)
vae = VAE(4, 2)
opt = torch.optim.Adam(vae.parameters())
x = torch.randn(6, 4)
recon, kl = vae(x)
loss = (recon - x).pow(2).sum(-1).mean() + kl
opt.zero_grad()
loss.backward()
opt.step()
print("OBSERVED", "none" if vae.enc.weight.grad is None else "clean")
