"""REINFORCE on a bandit with contexts: returns are numbers, and the score function carries the gradient."""

import torch
from torch import nn
from torch.distributions import Categorical


def main():
    torch.manual_seed(3)
    policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 3))
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    best = torch.tensor([[1.0, 0, 0, 0], [0, 1.0, 0, 0], [0, 0, 1.0, 0]])
    baseline = 0.0
    for step in range(6):
        state = torch.rand(16, 4)
        dist = Categorical(logits=policy(state))
        action = dist.sample()
        reward = (best[action] * state).sum(1)
        baseline = 0.9 * baseline + 0.1 * reward.mean().item()
        loss = -(dist.log_prob(action) * (reward - baseline)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item().hex(), float(baseline).hex())


if __name__ == "__main__":
    main()
