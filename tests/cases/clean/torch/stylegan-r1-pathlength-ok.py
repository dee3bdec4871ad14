# framework: torch
# verdict: clean
# seen: R1 on a leaf of the real batch, path length with create_graph and a detached running mean, EMA by lerp, phases in a loop
import contextlib
import copy
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


class Mapping(nn.Module):
    def __init__(self, z=4, w=6):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(z, w), nn.LeakyReLU(0.2, inplace=True), nn.Linear(w, w))
        self.register_buffer("w_avg", torch.zeros(w))

    def forward(self, z, truncation=1.0, update=False):
        w = self.net(z * (z.square().mean(1, keepdim=True) + 1e-8).rsqrt())
        if update:
            self.w_avg.copy_(w.detach().mean(0).lerp(self.w_avg, 0.99))
        if truncation != 1.0:
            w = self.w_avg.lerp(w, truncation)
        return w


class Synthesis(nn.Module):
    def __init__(self, w=6, out=8):
        super().__init__()
        self.const = nn.Parameter(torch.randn(1, 10))
        self.style = nn.Linear(w, 10)
        self.weight = nn.Parameter(torch.randn(out, 10))
        self.noise_strength = nn.Parameter(torch.zeros([]))

    def forward(self, ws):
        styles = self.style(ws) + 1
        weight = self.weight.unsqueeze(0) * styles.unsqueeze(1)
        weight = weight * (weight.square().sum(-1, keepdim=True) + 1e-8).rsqrt()
        x = torch.bmm(weight, self.const.expand(len(ws), -1).unsqueeze(-1)).squeeze(-1)
        x = x.add_(torch.randn(len(ws), 1) * self.noise_strength)
        return torch.tanh(x)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.mapping, self.synthesis = Mapping(), Synthesis()

    def forward(self, z, **kw):
        return self.synthesis(self.mapping(z, **kw))


@dataclass
class Phase:
    name: str
    module: nn.Module
    opt: torch.optim.Optimizer
    interval: int = 1


@contextlib.contextmanager
def only(module, *others):
    for m in others:
        m.requires_grad_(False)
    module.requires_grad_(True)
    try:
        yield module
    finally:
        module.requires_grad_(False)


class StyleLoss:
    def __init__(self, G, D, r1_gamma=1.0, pl_weight=2.0, decay=0.01):
        self.G, self.D, self.r1_gamma, self.pl_weight, self.decay = G, D, r1_gamma, pl_weight, decay
        self.pl_mean = torch.zeros([])

    def accumulate(self, phase, real, z, gain):
        if phase == "Gmain":
            logits = self.D(self.G(z, update=True))
            F.softplus(-logits).mean().mul(gain).backward()
        if phase == "Greg":
            ws = self.G.mapping(z[: len(z) // 2])
            img = self.G.synthesis(ws)
            noise = torch.randn_like(img) / img.shape[1] ** 0.5
            (grads,) = torch.autograd.grad([(img * noise).sum()], [ws], create_graph=True)
            lengths = (grads.square().sum(1) + 1e-8).sqrt()
            mean = self.pl_mean.lerp(lengths.mean(), self.decay)
            self.pl_mean.copy_(mean.detach())
            penalty = (lengths - mean).square()
            (penalty * self.pl_weight).mean().mul(gain).backward()
        if phase in ("Dmain", "Dreg"):
            with torch.no_grad():
                fake = self.G(z)
            real_in = real.detach().requires_grad_(phase == "Dreg")
            logits = self.D(real_in)
            loss = 0
            if phase == "Dmain":
                loss = F.softplus(-logits) + F.softplus(self.D(fake))
            else:
                (r1,) = torch.autograd.grad([logits.sum()], [real_in], create_graph=True, only_inputs=True)
                loss = r1.square().sum(1, keepdim=True) * (self.r1_gamma / 2)
            loss.mean().mul(gain).backward()


def main(steps=24):
    torch.manual_seed(0)
    G = Generator()
    D = nn.Sequential(nn.Linear(8, 16), nn.LeakyReLU(0.2, True), nn.Linear(16, 1))
    G_ema = copy.deepcopy(G).eval()
    for m in (G, D, G_ema):
        m.requires_grad_(False)
    loss = StyleLoss(G, D)
    phases = []
    for name, module in (("G", G), ("D", D)):
        opt = torch.optim.Adam(module.parameters(), lr=2e-3, betas=(0.0, 0.99))
        phases += [Phase(name + "main", module, opt), Phase(name + "reg", module, opt, interval=4)]
    seen = {}
    for it in range(steps):
        real, zs = torch.randn(8, 8) * 0.5, torch.randn(len(phases), 8, 4)
        for phase, z in zip(phases, zs):
            if it % phase.interval:
                continue
            phase.opt.zero_grad(set_to_none=True)
            with only(phase.module):
                loss.accumulate(phase.name, real, z, gain=phase.interval)
            for p in phase.module.parameters():
                if p.grad is not None:
                    torch.nan_to_num(p.grad, nan=0, posinf=1e5, neginf=-1e5, out=p.grad)
            seen[phase.name] = sum(p.grad.abs().sum().item() for p in phase.module.parameters() if p.grad is not None)
            phase.opt.step()
        with torch.no_grad():
            for p_ema, p in zip(G_ema.parameters(), G.parameters()):
                p_ema.copy_(p.lerp(p_ema, 0.5 ** (8 / 100)))
            for b_ema, b in zip(G_ema.buffers(), G.buffers()):
                b_ema.copy_(b)
    return seen


if __name__ == "__main__":
    seen = main()
    assert set(seen) == {"Gmain", "Greg", "Dmain", "Dreg"} and all(v > 0 for v in seen.values()), seen
