# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class PosEnc(nn.Module):
    def __init__(self, L):
        super().__init__()
        self.freqs = 2.0 ** torch.arange(L)

    def forward(self, x):
        y = x[..., None] * self.freqs
        return torch.cat([y.sin(), y.cos()], -1).flatten(-2)


class Field(nn.Module):
    def __init__(self, L=3, h=16):
        super().__init__()
        self.enc = PosEnc(L)
        self.mlp = nn.Sequential(nn.Linear(6 * L, h), nn.ReLU(inplace=True), nn.Linear(h, 4))

    def forward(self, p):
        raw = self.mlp(self.enc(p))
        return torch.sigmoid(raw[..., :3]), torch.relu(raw[..., 3])


def composite(rgb, sigma, z, noise=0.0):
    delta = torch.cat([z[..., 1:] - z[..., :-1], torch.full_like(z[..., :1], 1e10)], -1)
    alpha = 1.0 - torch.exp(-sigma * delta)
    trans = torch.cumprod(torch.cat([torch.ones_like(alpha[..., :1]), 1.0 - alpha + 1e-10], -1), -1)[..., :-1]
    w = alpha * trans
    return (w[..., None] * rgb).sum(-2), w


def resample(z, w, n):
    pdf = (w + 1e-5) / (w + 1e-5).sum(-1, keepdim=True)
    cdf = torch.cumsum(pdf, -1)
    u = torch.rand(*cdf.shape[:-1], n)
    idx = torch.searchsorted(cdf.contiguous(), u, right=True).clamp(max=z.shape[-1] - 1)
    return torch.gather(z, -1, idx)


torch.manual_seed(0)
coarse, fine = Field(), Field()
opt = torch.optim.Adam(list(coarse.parameters()) + list(fine.parameters()), 1e-3)
for _ in range(2):
    o, d = torch.zeros(5, 3), nn.functional.normalize(torch.randn(5, 3), dim=-1)
    z = torch.linspace(1, 3, 8).expand(5, 8) + 0.1 * torch.rand(5, 8)
    rgb0, w = composite(*coarse(o[:, None] + d[:, None] * z[..., None]), z)
    zf = resample(z, w.detach(), 8)
    zf, _ = torch.sort(torch.cat([z, zf.detach()], -1), -1)
    rgb1, _ = composite(*fine(o[:, None] + d[:, None] * zf[..., None]), zf)
    target = torch.rand(5, 3)
    loss = ((rgb0 - target) ** 2).mean() + ((rgb1 - target) ** 2).mean()
    psnr = -10.0 * torch.log10(loss.detach()).item()
    opt.zero_grad()
    loss.backward()
    opt.step()
print("OBSERVED", "clean" if fine.mlp[0].weight.grad.any() and psnr == psnr else "wrong")
