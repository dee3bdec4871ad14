# framework: torch
# verdict: clean
# seen: torch.Size([16, 2])
import torch
from torch import nn


def gradient_penalty(critic, real, fake):
    mix = torch.rand(real.shape[0], 1)
    interp = mix * real + (1 - mix) * fake
    with torch.no_grad():
        before = critic(interp).mean()
    interp.requires_grad_(True)
    score = critic(interp)
    (grad,) = torch.autograd.grad(score.sum(), interp, create_graph=True)
    return (grad.norm(2, dim=1) - 1).pow(2).mean(), before


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 16), nn.Softplus(), nn.Linear(16, 1))
generator = nn.Linear(3, 2)
opt = torch.optim.Adam(critic.parameters(), lr=1e-3, betas=(0.5, 0.9))
real = torch.randn(8, 2)
with torch.no_grad():
    fake = generator(torch.randn(8, 3))
trace = []
for _ in range(200):
    opt.zero_grad()
    penalty, _ = gradient_penalty(critic, real, fake)
    penalty.backward()
    opt.step()
    trace.append(penalty.item())
print("OBSERVED", "clean" if trace[-1] < 0.5 * trace[0] else "wrong", critic[0].weight.grad.shape)
