# framework: torch
# verdict: wrong
# seen: the input gradient of the penalty is taken without create_graph by a generic helper: the penalty is a constant
from functools import partial

import torch
import torch.nn as nn


def input_gradient(fn, x, **options):
    x = x.detach().requires_grad_(True)
    out = fn(x)
    return torch.autograd.grad(out.sum(), x, **options)[0]  # HAZARD GL605


plain_gradient = partial(input_gradient, retain_graph=True)


class SmoothCritic(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(d, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, x):
        return self.net(x)

    def penalty(self, x):
        g = plain_gradient(self.net, x)
        return ((g.norm(dim=1) - 1) ** 2).mean()


def loss(critic, real, fake, weight=10.0):
    mix = torch.lerp(real, fake, torch.rand(len(real), 1))
    return critic(fake).mean() - critic(real).mean() + weight * critic.penalty(mix)


if __name__ == "__main__":
    torch.manual_seed(0)
    critic = SmoothCritic(3)
    real, fake = torch.randn(6, 3), torch.randn(6, 3)
    loss(critic, real, fake).backward()
    with_penalty = critic.net[0].weight.grad.clone()
    critic.zero_grad()
    loss(critic, real, fake, weight=0.0).backward()
    assert torch.allclose(with_penalty, critic.net[0].weight.grad)
