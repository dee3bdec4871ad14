# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn, optim


def reward(policy, obs, goal):
    return -(policy(obs) - goal).square().mean()


@th.no_grad()
def evolve(policy, optimizer, obs, goal, pairs=16, sigma=0.05):
    params = list(policy.parameters())
    estimate = [th.zeros_like(p) for p in params]
    for _ in range(pairs):
        noise = [sigma * th.randn_like(p) for p in params]
        scores = []
        for sign in (1.0, -2.0):
            for p, n in zip(params, noise):
                p.add_(n, alpha=sign)
            scores.append(reward(policy, obs, goal))
        for p, n, e in zip(params, noise, estimate):
            p.add_(n)
            e.add_(n, alpha=((scores[1] - scores[0]) / (2 * pairs * sigma**2)).item())
    for p, e in zip(params, estimate):
        p.grad = e
    optimizer.step()


th.manual_seed(0)
policy = nn.Linear(3, 2)
optimizer = optim.Adam(policy.parameters(), lr=0.05)
obs, goal = th.randn(30, 3), th.ones(30, 2)
start = reward(policy, obs, goal).item()
for _ in range(60):
    evolve(policy, optimizer, obs, goal)
end = reward(policy, obs, goal).item()
print("OBSERVED", "clean" if end > 0.5 * start else "none")
