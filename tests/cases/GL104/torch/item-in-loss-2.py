# framework: torch
# verdict: none
# seen: ['kl', 'recon']
import torch as th
from torch import nn


class VAE(nn.Module):
    def __init__(self, width=6, latent=2):
        super().__init__()
        self.mu = nn.Linear(width, latent)
        self.prior_mu = nn.Parameter(th.zeros(latent))
        self.decoder = nn.Linear(latent, width)

    def forward(self, x):
        mu = self.mu(x)
        return self.decoder(mu + th.randn_like(mu)), mu

    def losses(self, x):
        recon, mu = self(x)
        return {
            "recon": (recon - x).pow(2).mean(),
            "kl": 0.5 * (mu - self.prior_mu).pow(2).sum(dim=1).mean().item(),  # HAZARD GL104
        }


th.manual_seed(0)
vae = VAE()
opt = th.optim.Adam(vae.parameters(), lr=1e-2)
x = th.randn(32, 6)
for _ in range(5):
    opt.zero_grad()
    parts = vae.losses(x)
    total = parts["recon"] + parts["kl"]
    total.backward()
    opt.step()
print("OBSERVED", "none" if vae.prior_mu.grad is None and not vae.prior_mu.any() else "clean", sorted(parts))
