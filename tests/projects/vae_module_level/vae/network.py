import torch
from torch import nn
from torch.distributions import Normal, kl_divergence


class VAE(nn.Module):
    def __init__(self, dim, latent):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(dim, 16), nn.Tanh(), nn.Linear(16, 2 * latent))
        self.decoder = nn.Sequential(nn.Linear(latent, 16), nn.Tanh(), nn.Linear(16, dim))

    def posterior(self, x):
        mean, raw = self.encoder(x).chunk(2, dim=-1)
        return Normal(mean, nn.functional.softplus(raw) + 1e-4)

    def forward(self, x):
        q = self.posterior(x)
        return self.decoder(q.rsample()), q

    @torch.no_grad()
    def sample(self, n):
        z = Normal(0.0, 1.0).sample((n, self.decoder[0].in_features))
        return self.decoder(z)


def divergence(q):
    return kl_divergence(q, Normal(torch.zeros_like(q.loc), torch.ones_like(q.scale))).sum(-1).mean()
