# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch as th
from torch import nn, optim


def critic_step(critic, real, fake, opt, limit):
    opt.zero_grad()
    loss = critic(fake).mean() - critic(real).mean()
    loss.backward()
    opt.step()
    for p in critic.parameters():
        p.clamp_(-limit, limit)  # HAZARD GL201
    return loss.item()


def generator_step(generator, critic, noise, opt):
    opt.zero_grad()
    loss = -critic(generator(noise)).mean()
    loss.backward()
    opt.step()
    return loss.item()


th.manual_seed(0)
generator = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
critic = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
g_opt = optim.RMSprop(generator.parameters(), lr=5e-5)
c_opt = optim.RMSprop(critic.parameters(), lr=5e-5)
for _ in range(2):
    real, noise = th.randn(8, 2) + 3, th.randn(8, 4)
    critic_step(critic, real, generator(noise).detach(), c_opt, limit=0.01)
    generator_step(generator, critic, noise, g_opt)
