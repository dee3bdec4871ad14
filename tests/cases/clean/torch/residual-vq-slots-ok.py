# framework: torch
# verdict: clean
# seen: residual VQ with rotation trick and EMA codebooks, dead codes reset, slot attention with implicit last step
from itertools import count

import torch
import torch.nn as nn
import torch.nn.functional as F


def rotate_to(src, tgt):
    norm_s, norm_t = src.norm(dim=-1, keepdim=True), tgt.norm(dim=-1, keepdim=True)
    u, q = src / norm_s.clamp(min=1e-6), tgt / norm_t.clamp(min=1e-6)
    e = src.unsqueeze(-2)
    w = F.normalize(u + q, dim=-1).detach()
    rotated = (
        e
        - 2 * (e @ w.unsqueeze(-1) @ w.unsqueeze(-2))
        + 2 * (e @ u.unsqueeze(-1).detach() @ q.unsqueeze(-2).detach())
    )
    return rotated.squeeze(-2) * (norm_t / norm_s.clamp(min=1e-6)).detach()


class Codebook(nn.Module):
    def __init__(self, size, dim, decay=0.9, eps=1e-5, threshold=0.01):
        super().__init__()
        embed = torch.randn(size, dim)
        self.decay, self.eps, self.threshold = decay, eps, threshold
        self.register_buffer("embed", embed)
        self.register_buffer("cluster_size", torch.ones(size))
        self.register_buffer("embed_avg", embed.clone())

    def expire(self, flat):
        dead = self.cluster_size < self.threshold
        if not dead.any():
            return
        picks = flat[torch.randint(0, len(flat), (int(dead.sum()),))]
        self.embed[dead] = picks
        self.embed_avg[dead] = picks * self.threshold
        self.cluster_size[dead] = self.threshold

    def forward(self, x, rotation=False):
        flat = x.flatten(0, -2)
        dist = torch.cdist(flat.detach(), self.embed)
        idx = dist.argmin(-1)
        quant = F.embedding(idx, self.embed).view_as(x)
        if self.training:
            onehot = F.one_hot(idx, len(self.embed)).type(flat.dtype)
            with torch.no_grad():
                self.cluster_size.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
                self.embed_avg.mul_(self.decay).add_(onehot.T @ flat, alpha=1 - self.decay)
                n = self.cluster_size.sum()
                smooth = (self.cluster_size + self.eps) / (n + len(self.embed) * self.eps) * n
                self.embed.copy_(self.embed_avg / smooth[:, None])
                self.expire(flat)
        commit = F.mse_loss(x, quant.detach())
        out = rotate_to(x, quant) if rotation else x + (quant - x).detach()
        return out, idx.view(x.shape[:-1]), commit


class ResidualVQ(nn.Module):
    def __init__(self, depth, **kw):
        super().__init__()
        self.layers = nn.ModuleList(Codebook(**kw) for _ in range(depth))

    def forward(self, x, rotation=False):
        residual, out, all_idx, losses = x, 0.0, [], []
        for layer in self.layers:
            q, idx, loss = layer(residual, rotation)
            residual = residual - q.detach()
            out = out + q
            all_idx.append(idx)
            losses.append(loss)
        return out, torch.stack(all_idx, -1), torch.stack(losses).sum()

    @torch.no_grad()
    def perplexity(self, idx):
        probs = F.one_hot(idx, len(self.layers[0].embed)).float().flatten(0, -2).mean(0)
        return torch.exp(-(probs * torch.log(probs + 1e-10)).sum()).item()


class SlotAttention(nn.Module):
    def __init__(self, slots, dim, iters=3):
        super().__init__()
        self.iters, self.k = iters, slots
        self.mu = nn.Parameter(torch.randn(1, 1, dim))
        self.log_sigma = nn.Parameter(torch.zeros(1, 1, dim))
        self.q, self.kv = nn.Linear(dim, dim, bias=False), nn.Linear(dim, 2 * dim, bias=False)
        self.gru = nn.GRUCell(dim, dim)

    def step(self, slots, k, v):
        b, n, d = slots.shape
        attn = (self.q(slots) @ k.transpose(1, 2) * d**-0.5).softmax(dim=1) + 1e-8
        attn = attn / attn.sum(-1, keepdim=True)
        return self.gru((attn @ v).reshape(-1, d), slots.reshape(-1, d)).view(b, n, d)

    def forward(self, x):
        k, v = self.kv(x).chunk(2, -1)
        slots = self.mu + self.log_sigma.exp() * torch.randn(len(x), self.k, x.shape[-1])
        first = slots
        for _ in range(self.iters):
            slots = self.step(slots, k, v)
        slots = self.step(slots.detach() + first - first.detach(), k, v)
        return slots


class Model(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.enc = nn.Linear(5, dim)
        self.slots = SlotAttention(3, dim)
        self.rvq = ResidualVQ(2, size=16, dim=dim)
        self.dec = nn.Linear(dim, 5)

    def forward(self, x, rotation=False):
        z = self.slots(self.enc(x))
        q, idx, commit = self.rvq(z, rotation)
        return self.dec(q).mean(1, keepdim=True).expand_as(x), idx, commit


if __name__ == "__main__":
    for rotation in (False, True):
        torch.manual_seed(0)
        model = Model()
        opt = torch.optim.Adam(model.parameters(), lr=1e-2)
        x = torch.randn(16, 6, 5) + 1
        log = []
        for step in count():
            recon, idx, commit = model(x, rotation)
            loss = F.mse_loss(recon, x) + 0.25 * commit
            opt.zero_grad(), loss.backward(), opt.step()
            log.append(loss.item())
            if step >= 30:
                break
        assert sum(log[-5:]) < sum(log[:5]) and model.rvq.perplexity(idx) > 1
        assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
