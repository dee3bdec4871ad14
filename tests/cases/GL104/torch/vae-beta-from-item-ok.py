# framework: torch
# verdict: clean
# seen: beta from a controller on kld.item(), KL itself live; add_ on a fresh product
"""VAE whose beta follows a PID-like controller on the measured KL (ControlVAE)."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class VAE(nn.Module):
    def __init__(self, d=12, z=3):
        super().__init__()
        self.enc = nn.Linear(d, 24)
        self.mu, self.logvar = nn.Linear(24, z), nn.Linear(24, z)
        self.dec = nn.Sequential(nn.Linear(z, 24), nn.ReLU(), nn.Linear(24, d))

    def reparameterize(self, mu, logvar):
        if not self.training:
            return mu
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return eps.mul(std).add_(mu)

    def forward(self, x):
        h = F.elu(self.enc(x))
        mu, logvar = self.mu(h), self.logvar(h)
        return self.dec(self.reparameterize(mu, logvar)), mu, logvar


class BetaController:
    def __init__(self, target, kp=0.05, ki=0.01):
        self.target, self.kp, self.ki, self.integral, self.beta = target, kp, ki, 0.0, 1.0

    def __call__(self, kl_value):
        err = kl_value - self.target
        self.integral += self.ki * err
        self.beta = min(max(1.0 + self.kp * err + self.integral, 0.0), 4.0)
        return self.beta


def vae_terms(recon, x, mu, logvar):
    bce = F.binary_cross_entropy_with_logits(recon, x, reduction="none").sum(1).mean()
    kld = (-0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(1)).mean()
    return bce, kld


def train(steps=15):
    torch.manual_seed(0)
    model, control = VAE(), BetaController(target=1.0)
    opt = torch.optim.Adam(model.parameters(), 1e-2)
    trace = []
    for _ in range(steps):
        x = torch.rand(16, 12).round()
        recon, mu, logvar = model(x)
        bce, kld = vae_terms(recon, x, mu, logvar)
        beta = control(kld.item())
        loss = bce + beta * kld
        opt.zero_grad()
        loss.backward()
        opt.step()
        trace.append((float(bce), float(kld), beta))
    model.eval()
    with torch.no_grad():
        codes = model(torch.rand(4, 12))[1].numpy()
    return model, trace, codes


if __name__ == "__main__":
    model, trace, codes = train()
    assert codes.shape == (4, 3) and len(set(b for *_, b in trace)) > 1
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
