# framework: torch
# verdict: wrong
# seen: the encoder never hears of the reconstruction
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence


class VAE(nn.Module):
    def __init__(self, n_in=8, latent=3):
        super().__init__()
        self.encoder = nn.Linear(n_in, 2 * latent)
        self.decoder = nn.Sequential(nn.Linear(latent, 16), nn.ReLU(), nn.Linear(16, n_in))

    def posterior(self, x):
        mean, log_std = self.encoder(x).chunk(2, dim=-1)
        return Normal(mean, log_std.exp())

    def loss(self, x):
        q = self.posterior(x)
        z = q.sample()  # HAZARD GL405
        reconstruction = (self.decoder(z) - x).square().sum(dim=-1).mean()
        prior = Normal(torch.zeros_like(z), torch.ones_like(z))
        return reconstruction + kl_divergence(q, prior).sum(dim=-1).mean()


torch.manual_seed(0)
vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=1e-3)
x = torch.randn(16, 8)
opt.zero_grad()
vae.loss(x).backward()
q = vae.posterior(x)
kl = kl_divergence(q, Normal(torch.zeros(3), torch.ones(3))).sum(dim=-1).mean()
only_kl = torch.autograd.grad(kl, vae.encoder.weight)[0]
blind = torch.allclose(vae.encoder.weight.grad, only_kl, atol=1e-6)
opt.step()
print("OBSERVED", "wrong" if blind else "clean", "the encoder never hears of the reconstruction")
