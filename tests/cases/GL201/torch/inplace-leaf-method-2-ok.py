# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn, optim


def critic_step(critic, real, fake, opt, limit):
    opt.zero_grad()
    loss = critic(fake).mean() - critic(real).mean()
    loss.backward()
    opt.step()
    for p in critic.parameters():
        p.data.clamp_(-limit, limit)
    return loss.item()


def generator_step(generator, critic, noise, opt):
    opt.zero_grad()
    loss = -critic(generator(noise)).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(generator.parameters(), 1.0)
    opt.step()
    return loss.item()


th.manual_seed(0)
generator = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
critic = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
g_opt = optim.RMSprop(generator.parameters(), lr=1e-3)
c_opt = optim.RMSprop(critic.parameters(), lr=1e-3)
before = generator[0].weight.detach().clone()
for _ in range(3):
    real, noise = th.randn(8, 2).add_(3.0), th.empty(8, 4).normal_()
    critic_step(critic, real, generator(noise).detach(), c_opt, limit=0.2)
    generator_step(generator, critic, noise, g_opt)
bounded = max(p.detach().abs().max().item() for p in critic.parameters()) <= 0.2 + 1e-6
moved = not th.equal(before, generator[0].weight)
print("OBSERVED", "clean" if bounded and moved else "wrong")
