# framework: torch
# verdict: none
# seen: posterior .sample() instead of rsample(): encoder grads None
import torch
import torch.nn as nn
from torch.distributions import Independent, Normal, kl_divergence


class Encoder(nn.Module):
    def __init__(self, d, z):
        super().__init__()
        self.loc, self.scale = nn.Linear(d, z), nn.Linear(d, z)

    def forward(self, x):
        return Independent(Normal(self.loc(x), nn.functional.softplus(self.scale(x)) + 1e-3), 1)


class NeuralProcessLite(nn.Module):
    def __init__(self, d=6, z=3, kl_weight=0.0):
        super().__init__()
        self.posterior = Encoder(d, z)
        self.decoder = nn.Linear(z, d)
        self.kl_weight = kl_weight

    def latent(self, x):
        q = self.posterior(x)
        return q.sample(), q  # HAZARD GL405

    def training_loss(self, x):
        z, q = self.latent(x)
        return (self.decoder(z) - x).pow(2).mean()

    @torch.no_grad()
    def surprise(self, x):
        q = self.posterior(x)
        prior = Independent(Normal(torch.zeros(3), torch.ones(3)), 1)
        return kl_divergence(q, prior)


def fit(steps=4):
    model = NeuralProcessLite()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        opt.zero_grad()
        loss = model.training_loss(torch.randn(16, 6))
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    model = fit()
    assert all(p.grad is None for p in model.posterior.parameters())
    assert model.decoder.weight.grad.abs().sum() > 0
