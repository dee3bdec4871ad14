# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Diffusion(nn.Module):
    def __init__(self, steps=10):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.steps = steps
        betas = torch.linspace(1e-4, 0.02, steps)
        self.register_buffer("bar", torch.cumprod(1 - betas, 0))

    def loss(self, x):
        t = torch.randint(0, self.steps, (len(x),))
        noise = torch.randn_like(x)
        a = self.bar[t][:, None]
        noisy = a.sqrt() * x + (1 - a).sqrt() * noise
        cond = (t / self.steps)[:, None]
        with torch.no_grad():
            guess = self.net(torch.cat([noisy, cond], 1))
        self_cond = torch.where(torch.rand(len(x), 1) < 0.5, guess, torch.zeros_like(guess))
        out = self.net(torch.cat([noisy + 0.1 * self_cond, cond], 1))
        return (out - noise).pow(2).mean()

    @torch.no_grad()
    def sample(self, n):
        x = torch.randn(n, 2)
        for t in reversed(range(self.steps)):
            eps = self.net(torch.cat([x, torch.full((n, 1), t / self.steps)], 1))
            x = (x - 0.02 * eps) / 0.99
        return x


torch.manual_seed(0)
model = Diffusion()
opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
data = torch.randn(16, 2)
for _ in range(3):
    opt.zero_grad(set_to_none=True)
    model.loss(data).backward()
    opt.step()
print("OBSERVED", "clean" if model.net.weight.grad.any() and model.sample(4).shape == (4, 2) else "wrong")
