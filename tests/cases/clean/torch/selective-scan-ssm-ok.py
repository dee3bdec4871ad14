# framework: torch
# verdict: clean
# seen: states kept in a list, outputs written into a fresh buffer, A = -exp(log_A), recurrent step under inference_mode
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class SelectiveSSM(nn.Module):
    def __init__(self, d, n=4, dt_rank=2, dt_min=1e-3, dt_max=0.1):
        super().__init__()
        self.d, self.n, self.dt_rank = d, n, dt_rank
        self.in_proj = nn.Linear(d, 2 * d, bias=False)
        self.conv = nn.Conv1d(d, d, 3, groups=d, padding=2)
        self.x_proj = nn.Linear(d, dt_rank + 2 * n, bias=False)
        self.dt_proj = nn.Linear(dt_rank, d)
        dt = torch.exp(torch.rand(d) * (math.log(dt_max) - math.log(dt_min)) + math.log(dt_min)).clamp(min=1e-4)
        inv_dt = dt + torch.log(-torch.expm1(-dt))
        with torch.no_grad():
            self.dt_proj.bias.copy_(inv_dt)
        self.dt_proj.bias._no_reinit = True
        self.A_log = nn.Parameter(torch.log(torch.arange(1, n + 1).float().repeat(d, 1)))
        self.D = nn.Parameter(torch.ones(d))
        self.A_log._no_weight_decay = self.D._no_weight_decay = True
        self.out_proj = nn.Linear(d, d, bias=False)

    def params_of(self, x):
        dt, B, C = self.x_proj(x).split([self.dt_rank, self.n, self.n], dim=-1)
        return F.softplus(self.dt_proj(dt)), B, C

    def scan(self, u, dt, A, B, C):
        b, l, d = u.shape
        dA = torch.exp(dt.unsqueeze(-1) * A)
        dBu = dt.unsqueeze(-1) * B.unsqueeze(2) * u.unsqueeze(-1)
        h = u.new_zeros(b, d, self.n)
        ys = []
        for t in range(l):
            h = dA[:, t] * h + dBu[:, t]
            ys.append((h * C[:, t, None]).sum(-1))
        return torch.stack(ys, 1), h

    def forward(self, x):
        u, z = self.in_proj(x).chunk(2, dim=-1)
        u = F.silu(self.conv(u.transpose(1, 2))[..., : x.shape[1]].transpose(1, 2))
        y, _ = self.scan(u, *self._abc(u))
        y = y + u * self.D
        y *= F.silu(z)
        return self.out_proj(y)

    def _abc(self, u):
        dt, B, C = self.params_of(u)
        return dt, -torch.exp(self.A_log.float()), B, C


class LRU(nn.Module):
    """Diagonal complex recurrence, unrolled into a preallocated buffer."""

    def __init__(self, d, n=6):
        super().__init__()
        u1, u2 = torch.rand(n), torch.rand(n)
        self.nu_log = nn.Parameter(torch.log(-0.5 * torch.log(u1 * (0.99**2 - 0.5**2) + 0.5**2)))
        self.theta_log = nn.Parameter(torch.log(u2 * 6.28 + 1e-4))
        self.B = nn.Parameter(torch.randn(n, d, dtype=torch.cfloat) / math.sqrt(2 * d))
        self.C = nn.Parameter(torch.randn(d, n, dtype=torch.cfloat) / math.sqrt(n))

    def forward(self, x):
        lam = torch.exp(torch.complex(-self.nu_log.exp(), self.theta_log.exp()))
        gamma = torch.sqrt(1 - lam.abs() ** 2)
        bu = (x.to(torch.cfloat) @ self.B.T) * gamma
        out = torch.empty_like(x)
        h = torch.zeros_like(bu[:, 0])
        for t in range(x.shape[1]):
            h = lam * h + bu[:, t]
            out[:, t] = (h @ self.C.T).real
        return out


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.mix = nn.ModuleList([SelectiveSSM(d), LRU(d)])

    def forward(self, x):
        return x + sum(m(self.norm(x)) for m in self.mix)


def param_groups(model, wd=0.1):
    decay, no_decay = [], []
    for name, p in model.named_parameters():
        (no_decay if getattr(p, "_no_weight_decay", False) or p.ndim < 2 else decay).append(p)
    return [{"params": decay, "weight_decay": wd}, {"params": no_decay, "weight_decay": 0.0}]


if __name__ == "__main__":
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 8), Block(8), nn.Linear(8, 1))
    opt = torch.optim.AdamW(param_groups(model), lr=5e-3)
    x = torch.randn(16, 9, 3)
    target = x.cumsum(1)[..., :1]
    hist = []
    for _ in range(25):
        pred = model(x)
        loss = F.smooth_l1_loss(pred, target)
        loss.backward()
        opt.step()
        opt.zero_grad(set_to_none=False)
        hist.append(loss.item())
    assert hist[-1] < hist[0]
    with torch.inference_mode():
        assert model(x).shape == target.shape
    F.mse_loss(model(x), target).backward()
    assert all(p.grad.abs().sum() > 0 for p in model.parameters())
