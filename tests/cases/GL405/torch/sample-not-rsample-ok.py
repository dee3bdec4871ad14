# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.distributions import Independent, Normal, kl_divergence


class VAE(nn.Module):
    def __init__(self, n_in=8, latent=3):
        super().__init__()
        self.encoder = nn.Linear(n_in, 2 * latent)
        self.decoder = nn.Linear(latent, n_in)
        self.register_buffer("zeros", torch.zeros(latent))

    @property
    def prior(self):
        return Independent(Normal(self.zeros, self.zeros + 1), 1)

    def loss(self, x):
        mean, log_std = self.encoder(x).chunk(2, dim=-1)
        q = Independent(Normal(mean, log_std.exp()), 1)
        reconstruction = (self.decoder(q.rsample()) - x).square().sum(dim=-1)
        return reconstruction.mean(), kl_divergence(q, self.prior).mean()

    @torch.no_grad()
    def generate(self, n):
        return self.decoder(self.prior.sample((n,)))


torch.manual_seed(0)
vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=2e-2)
x = torch.randn(64, 2) @ torch.randn(2, 8)
history = []
for _ in range(60):
    opt.zero_grad()
    reconstruction, kl = vae.loss(x)
    (reconstruction + 0.1 * kl).backward()
    opt.step()
    history.append(reconstruction.item())
pictures = vae.generate(5)
print("OBSERVED", "clean" if history[-1] < 0.5 * history[0] and pictures.shape == (5, 8) else "wrong")
