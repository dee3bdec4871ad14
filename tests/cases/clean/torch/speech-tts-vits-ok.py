# framework: torch
# verdict: clean
# seen: monotonic alignment under no_grad in NumPy, slices by random segment, KL on live stats, feature matching against detached reals
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def sequence_mask(lengths, max_len=None):
    max_len = max_len or int(lengths.max())
    return torch.arange(max_len)[None] < lengths[:, None]


def maximum_path(value, mask):
    """Viterbi over a (text, frames) grid on the host."""
    value = (value * mask).data.cpu().numpy().astype(np.float32)
    mask = mask.data.cpu().numpy()
    path = np.zeros_like(value)
    for b in range(len(value)):
        tx, ty = int(mask[b].sum(0)[0]), int(mask[b].sum(1)[0])
        v = np.full((tx, ty), -1e9, dtype=np.float32)
        v[0, 0] = value[b, 0, 0]
        for j in range(1, ty):
            for i in range(min(tx, j + 1)):
                v[i, j] = value[b, i, j] + max(v[i, j - 1], v[i - 1, j - 1] if i else -1e9)
        i = tx - 1
        for j in range(ty - 1, -1, -1):
            path[b, i, j] = 1
            if i and j and v[i - 1, j - 1] >= v[i, j - 1]:
                i -= 1
    return torch.from_numpy(path)


def rand_slice(x, lengths, size):
    starts = (torch.rand(len(x)) * (lengths - size).clamp(min=0)).long()
    out = torch.zeros_like(x[:, :, :size])
    for i, s in enumerate(starts.tolist()):
        out[i] = x[i, :, s : s + size]
    return out, starts


class Posterior(nn.Module):
    def __init__(self, n_in, dim):
        super().__init__()
        self.conv = nn.Conv1d(n_in, 2 * dim, 3, padding=1)

    def forward(self, y, mask):
        m, logs = (self.conv(y) * mask).chunk(2, 1)
        z = (m + torch.randn_like(m) * torch.exp(logs)) * mask
        return z, m, logs


class TextEncoder(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        nn.init.normal_(self.emb.weight, 0.0, dim**-0.5)
        self.proj = nn.Conv1d(dim, 2 * dim, 1)

    def forward(self, ids, mask):
        h = self.emb(ids).transpose(1, -1) * math.sqrt(self.emb.embedding_dim)
        m, logs = (self.proj(h) * mask).chunk(2, 1)
        return h, m, logs


class Duration(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.conv = nn.Conv1d(dim, 1, 3, padding=1)

    def forward(self, h, mask):
        return self.conv(torch.detach(h)) * mask


class Synth(nn.Module):
    def __init__(self, vocab=10, n_mel=4, dim=6, seg=4):
        super().__init__()
        self.text, self.post, self.dur = TextEncoder(vocab, dim), Posterior(n_mel, dim), Duration(dim)
        self.dec = nn.Conv1d(dim, n_mel, 1)
        self.seg = seg

    def forward(self, ids, id_len, mel, mel_len):
        x_mask = sequence_mask(id_len, ids.size(1)).unsqueeze(1).float()
        y_mask = sequence_mask(mel_len, mel.size(2)).unsqueeze(1).float()
        h, m_p, logs_p = self.text(ids, x_mask)
        z, m_q, logs_q = self.post(mel, y_mask)
        with torch.no_grad():
            s = torch.exp(-2 * logs_p)
            neg = (
                torch.sum(-0.5 * math.log(2 * math.pi) - logs_p, 1).unsqueeze(-1)
                + torch.matmul(s.transpose(1, 2), -0.5 * z**2)
                + torch.matmul((m_p * s).transpose(1, 2), z)
                + torch.sum(-0.5 * m_p**2 * s, 1).unsqueeze(-1)
            )
            attn = maximum_path(neg, x_mask.transpose(1, 2) * y_mask).detach()
        logw_ = torch.log(attn.sum(2)[:, None] + 1e-6) * x_mask
        l_dur = torch.sum((self.dur(h, x_mask) - logw_) ** 2) / torch.sum(x_mask)
        m_p = torch.matmul(m_p, attn)
        logs_p = torch.matmul(logs_p, attn)
        z_slice, starts = rand_slice(z, mel_len, self.seg)
        return self.dec(z_slice), starts, l_dur, (z, m_q, logs_q, m_p, logs_p, y_mask)


def kl_loss(z, m_q, logs_q, m_p, logs_p, mask):
    kl = logs_p - logs_q - 0.5
    kl += 0.5 * ((z - m_p) ** 2) * torch.exp(-2.0 * logs_p)
    return torch.sum(kl * mask) / torch.sum(mask)


class Disc(nn.Module):
    def __init__(self, n_mel=4):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv1d(n_mel, 8, 3, padding=1), nn.Conv1d(8, 8, 3, padding=1)])
        self.post = nn.Conv1d(8, 1, 1)

    def forward(self, x):
        fmap = []
        for c in self.convs:
            x = F.leaky_relu(c(x), 0.1)
            fmap.append(x)
        return self.post(x), fmap


def feature_loss(fr, fg):
    loss = 0
    for rl, gl in zip(fr, fg):
        rl = rl.float().detach()
        loss += torch.mean(torch.abs(rl - gl.float()))
    return loss * 2


def step(net, disc, opt_g, opt_d, batch):
    ids, id_len, mel, mel_len = batch
    fake, starts, l_dur, stats = net(ids, id_len, mel, mel_len)
    real = torch.stack([mel[i, :, s : s + net.seg] for i, s in enumerate(starts.tolist())])
    d_real, _ = disc(real)
    d_fake, _ = disc(fake.detach())
    loss_d = torch.mean((1 - d_real) ** 2) + torch.mean(d_fake**2)
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()
    d_fake, f_fake = disc(fake)
    _, f_real = disc(real)
    parts = {"gen": torch.mean((1 - d_fake) ** 2), "fm": feature_loss(f_real, f_fake), "mel": 5 * F.l1_loss(fake, real)}
    parts |= {"dur": l_dur.float(), "kl": kl_loss(*stats)}
    loss_g = sum(parts.values())
    opt_g.zero_grad()
    loss_g.backward()
    norm = nn.utils.clip_grad_value_(net.parameters(), 1.0)
    opt_g.step()
    return {k: v.item() for k, v in parts.items()} | {"disc": loss_d.item(), "norm": norm}


if __name__ == "__main__":
    torch.manual_seed(0)
    net, disc = Synth(), Disc()
    opts = [torch.optim.AdamW(m.parameters(), 5e-3, betas=(0.8, 0.99)) for m in (net, disc)]
    batch = (torch.randint(0, 10, (3, 4)), torch.tensor([4, 3, 4]), torch.randn(3, 4, 9), torch.tensor([9, 8, 7]))
    log = [step(net, disc, *opts, batch) for _ in range(15)]
    assert log[-1]["mel"] < log[0]["mel"] and all(p.grad is not None for p in net.parameters())
