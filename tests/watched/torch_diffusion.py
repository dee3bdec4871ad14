"""Denoising diffusion in two dimensions."""

import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.time = nn.Embedding(20, 8)
        self.net = nn.Sequential(nn.Linear(10, 32), nn.SiLU(), nn.Linear(32, 2))

    def forward(self, x, t):
        return self.net(torch.cat([x, self.time(t)], 1))


def main():
    torch.manual_seed(8)
    model = Denoiser()
    opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
    alpha = torch.cumprod(1 - torch.linspace(1e-3, 0.2, 20), 0)
    for step in range(6):
        x0 = torch.randn(64, 2) * 0.1 + 1
        t = torch.randint(0, 20, (64,))
        noise = torch.randn_like(x0)
        a = alpha[t].unsqueeze(1)
        loss = ((model(a.sqrt() * x0 + (1 - a).sqrt() * noise, t) - noise) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item().hex())


if __name__ == "__main__":
    main()
