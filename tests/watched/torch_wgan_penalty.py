"""A Wasserstein critic whose gradient penalty is computed without create_graph, so that it trains nothing."""

# without gradient: 2.bias

import torch
from torch import nn


def main():
    torch.manual_seed(4)
    critic = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(6):
        real, fake = torch.randn(32, 2) + 2, torch.randn(32, 2)
        mixed = (0.5 * real + 0.5 * fake).requires_grad_(True)
        score = critic(mixed).sum()
        (slope,) = torch.autograd.grad(score, mixed, retain_graph=True)  # GL605 confirmed
        penalty = ((slope.norm(dim=1) - 1) ** 2).mean()
        loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item().hex())


if __name__ == "__main__":
    main()
