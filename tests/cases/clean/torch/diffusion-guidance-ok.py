# framework: torch
# verdict: clean
# seen: noise prediction trains; sampler under no_grad opens enable_grad for the classifier's gradient and divides in place
import copy
import math
from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F


def cosine_betas(T, s=0.008):
    t = torch.linspace(0, T, T + 1) / T
    f = torch.cos((t + s) / (1 + s) * math.pi / 2) ** 2
    return (1 - f[1:] / f[:-1]).clamp(1e-4, 0.999)


def extract(a, t, shape):
    return a.gather(-1, t).reshape(len(t), *[1] * (len(shape) - 1))


class Eps(nn.Module):
    def __init__(self, d=2, width=32):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(8, width), nn.SiLU())
        self.label = nn.Embedding(3, width)
        self.inp = nn.Linear(d, width)
        self.out = nn.Linear(width, d)
        nn.init.zeros_(self.out.bias)
        self.register_buffer("freqs", torch.exp(torch.arange(4) * -1.0), persistent=False)

    def forward(self, x, t, y):
        ang = t[:, None].float() * self.freqs
        h = self.inp(x) + self.time(torch.cat([ang.sin(), ang.cos()], -1))
        h += self.label(y)
        return self.out(F.silu(h))


class Diffusion(nn.Module):
    def __init__(self, model, T=20, p_uncond=0.1):
        super().__init__()
        self.model, self.T, self.p_uncond = model, T, p_uncond
        betas = cosine_betas(T)
        ac = torch.cumprod(1 - betas, 0)
        for name, v in {"betas": betas, "ac": ac, "sqrt_ac": ac.sqrt(), "sqrt_1mac": (1 - ac).sqrt()}.items():
            self.register_buffer(name, v)
        self.register_buffer("loss_by_t", torch.zeros(T))

    def q_sample(self, x0, t, noise):
        return extract(self.sqrt_ac, t, x0.shape) * x0 + extract(self.sqrt_1mac, t, x0.shape) * noise

    def forward(self, x0, y):
        t = torch.randint(0, self.T, (len(x0),))
        noise = torch.randn_like(x0)
        drop = torch.rand(len(y)) < self.p_uncond
        y = torch.where(drop, torch.full_like(y, 2), y)
        pred = self.model(self.q_sample(x0, t, noise), t, y)
        per = F.mse_loss(pred, noise, reduction="none").mean(-1)
        with torch.no_grad():
            self.loss_by_t.index_add_(0, t, per)
        snr = extract(self.ac, t, per.shape) / (1 - extract(self.ac, t, per.shape))
        return (per * snr.clamp(max=5.0) / snr).mean()

    @torch.no_grad()
    def sample(self, n, y, guide=None, scale=1.0, cfg_w=0.0, eta=0.0):
        x = torch.randn(n, 2)
        for i in reversed(range(self.T)):
            t = torch.full((n,), i)
            eps = self.model(x, t, y)
            if cfg_w:
                eps = (1 + cfg_w) * eps - cfg_w * self.model(x, t, torch.full_like(y, 2))
            if guide is not None:
                with torch.enable_grad():
                    x_in = x.detach().requires_grad_(True)
                    logp = guide(x_in).log_softmax(-1)[torch.arange(n), y]
                    grad = torch.autograd.grad(logp.sum(), x_in)[0]
                eps = eps - self.sqrt_1mac[i] * scale * grad
            a, a_prev = self.ac[i], self.ac[i - 1] if i else torch.tensor(1.0)
            x0 = (x - (1 - a).sqrt() * eps) / a.sqrt()
            x0.clamp_(-4, 4)
            sigma = eta * ((1 - a_prev) / (1 - a) * (1 - a / a_prev)).sqrt()
            x = a_prev.sqrt() * x0 + (1 - a_prev - sigma**2).clamp(min=0).sqrt() * eps
            if eta:
                x += sigma * torch.randn_like(x)
        return x


class EMA:
    def __init__(self, model, decay=0.9):
        self.shadow, self.decay = copy.deepcopy(model).eval().requires_grad_(False), decay

    def update(self, model):
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s.lerp_(p.detach(), 1 - self.decay)

    @contextmanager
    def average(self, model):
        backup = {k: v.clone() for k, v in model.state_dict().items()}
        model.load_state_dict(self.shadow.state_dict())
        yield model
        model.load_state_dict(backup)


def main():
    torch.manual_seed(0)
    y = torch.randint(0, 2, (128,))
    x = torch.randn(128, 2) * 0.1 + torch.stack([y * 2.0 - 1, torch.zeros(128)], 1)
    diff = Diffusion(Eps())
    ema = EMA(diff.model)
    clf = nn.Linear(2, 2)
    opt = torch.optim.Adam([*diff.model.parameters()], lr=1e-2)
    copt = torch.optim.Adam(clf.parameters(), lr=0.1)
    log = []
    for _ in range(60):
        for o, loss_fn in ((opt, lambda: diff(x, y)), (copt, lambda: F.cross_entropy(clf(x), y))):
            o.zero_grad()
            loss = loss_fn()
            loss.backward()
            o.step()
        ema.update(diff.model)
        log.append(diff(x, y).item())
    with ema.average(diff.model):
        s = diff.sample(32, torch.ones(32, dtype=torch.long), guide=clf, scale=2.0, cfg_w=0.5, eta=0.5)
    return log, s


if __name__ == "__main__":
    log, s = main()
    assert sum(log[-10:]) < sum(log[:10]) and s.isfinite().all() and not s.requires_grad
