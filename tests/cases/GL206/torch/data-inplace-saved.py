# framework: torch
# verdict: wrong
# seen: tensor([0.0950, 0.0610]) instead of tensor([0.2107, 0.1352])
import copy

import torch
from torch import nn, optim


def make_critic():
    return nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))


def critic_step(critic, opt, real, fake, limit=0.05):
    opt.zero_grad()
    loss = critic(fake).mean() - critic(real).mean()
    for p in critic.parameters():
        p.data.clamp_(-limit, limit)  # HAZARD GL206
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(0)
critic = make_critic()
twin = copy.deepcopy(critic)
real, fake = torch.randn(32, 2) + 2, torch.randn(32, 2)
critic_step(critic, optim.RMSprop(critic.parameters(), lr=5e-5), real, fake)
expected = torch.autograd.grad(twin(fake).mean() - twin(real).mean(), twin[0].weight)[0]
same = torch.allclose(critic[0].weight.grad, expected, rtol=1e-3)
print("OBSERVED", "clean" if same else "wrong", critic[0].weight.grad[0], "instead of", expected[0])
