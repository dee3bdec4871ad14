# framework: torch
# verdict: wrong
# seen: the penalty does not change the gradient
import torch
from torch import nn


def gradient_penalty(critic, real, fake):
    mix = torch.rand(len(real), 1)
    between = (mix * real + (1 - mix) * fake).requires_grad_(True)
    scores = critic(between)
    (grads,) = torch.autograd.grad(scores.sum(), between)  # HAZARD GL605
    return ((grads.norm(2, dim=1) - 1) ** 2).mean()


def critic_loss(critic, real, fake, weight):
    wasserstein = critic(fake).mean() - critic(real).mean()
    return wasserstein + weight * gradient_penalty(critic, real, fake)


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-4, betas=(0.0, 0.9))
real, fake = torch.randn(32, 2) + 2, torch.randn(32, 2)
optimizer.zero_grad()
critic_loss(critic, real, fake, weight=10.0).backward()
bare = torch.autograd.grad(critic_loss(critic, real, fake, weight=0.0), critic[0].weight)[0]
ignored = torch.allclose(critic[0].weight.grad, bare)
optimizer.step()
print("OBSERVED", "wrong" if ignored else "clean", "the penalty does not change the gradient")
