# framework: torch
# verdict: clean
# seen: torch.Size([1, 8])
import torch
from torch import nn


def invert(generator, target, steps, lr):
    latent = nn.Parameter(torch.randn(1, 8) * 0.1)
    opt = torch.optim.Adam([latent], lr=lr)
    for _ in range(steps):
        opt.zero_grad()
        loss = (generator(latent) - target).pow(2).mean()
        loss.backward()
        opt.step()
    return latent.detach(), loss.item()


torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 12)).requires_grad_(False)
target = generator(torch.randn(1, 8))
code, final = invert(generator, target, steps=300, lr=0.05)
print("OBSERVED", "clean" if final < 1e-3 else "wrong", code.shape)
