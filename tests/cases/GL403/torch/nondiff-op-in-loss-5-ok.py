# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
import torch.nn.functional as F


class VectorQuantizerEMA(nn.Module):
    def __init__(self, K, D, beta=0.25, decay=0.9, eps=1e-5):
        super().__init__()
        embed = torch.randn(K, D)
        self.register_buffer("embedding", embed)
        self.register_buffer("cluster_size", torch.zeros(K))
        self.register_buffer("ema_w", embed.clone())
        self.K, self.beta, self.decay, self.eps = K, beta, decay, eps

    def forward(self, z):
        flat = z.reshape(-1, z.shape[-1])
        dist = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ self.embedding.t() + self.embedding.pow(2).sum(1)
        idx = dist.argmin(1)
        onehot = F.one_hot(idx, self.K).type_as(flat)
        quant = (onehot @ self.embedding).view_as(z)
        if self.training:
            with torch.no_grad():
                self.cluster_size.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
                self.ema_w.mul_(self.decay).add_(onehot.t() @ flat, alpha=1 - self.decay)
                n = self.cluster_size.sum()
                size = (self.cluster_size + self.eps) / (n + self.K * self.eps) * n
                self.embedding.copy_(self.ema_w / size.unsqueeze(1))
        commit = self.beta * F.mse_loss(z, quant.detach())
        quant = z + (quant - z).detach()
        probs = onehot.mean(0)
        perplexity = torch.exp(-torch.sum(probs * torch.log(probs + 1e-10)))
        return quant, commit, perplexity, idx.view(z.shape[:-1])


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Sequential(nn.Conv1d(1, 4, 3, padding=1), nn.ReLU(True))
        self.vq = VectorQuantizerEMA(8, 4)
        self.dec = nn.Conv1d(4, 1, 3, padding=1)

    def forward(self, x):
        z = self.enc(x).transpose(1, 2)
        q, commit, ppl, _ = self.vq(z)
        return self.dec(q.transpose(1, 2)), commit, ppl


torch.manual_seed(0)
net = Model()
opt = torch.optim.AdamW(net.parameters(), 1e-2)
x = torch.randn(2, 1, 10)
for _ in range(3):
    out, commit, ppl = net(x)
    loss = F.mse_loss(out, x) + commit
    opt.zero_grad()
    loss.backward()
    opt.step()
print("OBSERVED", "clean" if net.enc[0].weight.grad.any() and ppl.item() >= 1 else "zero")
