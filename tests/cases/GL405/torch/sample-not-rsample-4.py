# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence


class LatentODE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.GRU(2, 4, batch_first=True)
        self.head = nn.Linear(4, 4)
        self.dec = nn.Linear(2, 2)

    def posterior(self, x):
        _, h = self.enc(x)
        loc, raw = self.head(h[-1]).chunk(2, -1)
        return Normal(loc, nn.functional.softplus(raw) + 1e-3)

    def loss(self, x):
        q = self.posterior(x)
        z = q.sample()  # HAZARD GL405
        recon = (self.dec(z) - x[:, -1]).pow(2).sum(-1)
        return (recon + kl_divergence(q, Normal(0.0, 1.0)).sum(-1)).mean()


torch.manual_seed(0)
m = LatentODE()
x = torch.randn(3, 5, 2)
opt = torch.optim.Adam(m.parameters())
opt.zero_grad()
m.loss(x).backward()
g = m.head.weight.grad.clone()
kl = torch.autograd.grad(kl_divergence(m.posterior(x), Normal(0.0, 1.0)).sum(-1).mean(), m.head.weight)[0]
print("OBSERVED", "wrong" if torch.allclose(g, kl) else "clean")
