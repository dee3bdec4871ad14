# framework: torch
# verdict: raises
# seen: RuntimeError: The differentiated Tensor at index 0 appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.
import torch
from torch import nn


def gradient_penalty(critic, real, fake):
    mix = torch.rand(real.shape[0], 1)
    interp = mix * real + (1 - mix) * fake
    score = critic(interp)
    interp.requires_grad_(True)  # HAZARD GL304
    (grad,) = torch.autograd.grad(score.sum(), interp, create_graph=True)
    return (grad.norm(2, dim=1) - 1).pow(2).mean()


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
generator = nn.Linear(3, 2)
opt = torch.optim.Adam(critic.parameters(), lr=1e-4, betas=(0.5, 0.9))
real = torch.randn(8, 2)
with torch.no_grad():
    fake = generator(torch.randn(8, 3))
opt.zero_grad()
loss = critic(fake).mean() - critic(real).mean() + 10.0 * gradient_penalty(critic, real, fake)
loss.backward()
opt.step()
