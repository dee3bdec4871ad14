# framework: torch
# verdict: clean
# seen: straight-through, EMA codebook buffers written through .data, distances only feed argmin
import torch
from torch import nn
import torch.nn.functional as F


class EMAQuantizer(nn.Module):
    """Nearest-code lookup, straight-through output, codebook by moving averages."""

    def __init__(self, n_codes, dim, decay=0.9, eps=1e-5):
        super().__init__()
        self.decay, self.eps, self.n_codes = decay, eps, n_codes
        embed = torch.randn(n_codes, dim)
        self.register_buffer("embed", embed)
        self.register_buffer("cluster_size", torch.ones(n_codes))
        self.register_buffer("embed_avg", embed.clone())

    def forward(self, z):
        flat = z.reshape(-1, z.shape[-1])
        dist = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ self.embed.t() + self.embed.pow(2).sum(1)
        idx = dist.argmin(dim=1)
        onehot = F.one_hot(idx, self.n_codes).type(flat.dtype)
        q = F.embedding(idx, self.embed).view_as(z)
        if self.training:
            self.cluster_size.data.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
            self.embed_avg.data.mul_(self.decay).add_(onehot.t() @ flat.detach(), alpha=1 - self.decay)
            n = self.cluster_size.sum()
            size = (self.cluster_size + self.eps) / (n + self.n_codes * self.eps) * n
            self.embed.data.copy_(self.embed_avg / size.unsqueeze(1))
        commit = F.mse_loss(z, q.detach())
        usage = onehot.mean(0)
        perplexity = torch.exp(-(usage * (usage + 1e-10).log()).sum())
        return z + (q - z).detach(), commit, perplexity


class VQVAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv1d(1, 8, 4, 2, 1), nn.ReLU(True), nn.Conv1d(8, 4, 3, 1, 1))
        self.quant = EMAQuantizer(16, 4)
        self.decoder = nn.Sequential(nn.ConvTranspose1d(4, 8, 4, 2, 1), nn.ReLU(True), nn.Conv1d(8, 1, 3, 1, 1))

    def forward(self, x):
        z = self.encoder(x).transpose(1, 2)
        q, commit, ppl = self.quant(z)
        return self.decoder(q.transpose(1, 2)), commit, ppl


def train(steps=6):
    model = VQVAE()
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    ppl_log = []
    for _ in range(steps):
        x = torch.sin(torch.linspace(0, 6, 32) * torch.rand(8, 1, 1) * 3)
        rec, commit, ppl = model(x)
        loss = F.mse_loss(rec, x) + 0.25 * commit
        opt.zero_grad()
        loss.backward()
        opt.step()
        ppl_log.append(ppl.item())
    return model, ppl_log


if __name__ == "__main__":
    torch.manual_seed(0)
    model, ppl = train()
    assert len(ppl) == 6
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
