# framework: torch
# verdict: clean
# seen: torch.Size([2, 3])
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions import Categorical


def rollout(policy, steps=8):
    log_probs, rewards = [], []
    state = torch.zeros(3)
    for _ in range(steps):
        dist = Categorical(logits=policy(state))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        rewards.append(1.0 if action.item() == 0 else -0.5)
        state = torch.tensor([float(action), rewards[-1], 1.0])
    return log_probs, rewards


def discounted(rewards, gamma=0.95):
    out, running = [], 0.0
    for reward in reversed(rewards):
        running = reward + gamma * running
        out.append(running)
    returns = torch.tensor(out[::-1])
    return (returns - returns.mean()) / (returns.std() + 1e-6)


torch.manual_seed(0)
policy = nn.Linear(3, 2)
opt = optim.Adam(policy.parameters(), lr=0.05)
share = []
for _ in range(60):
    log_probs, rewards = rollout(policy)
    returns = discounted(rewards)
    loss = -(torch.stack(log_probs) * returns).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    share.append(rewards.count(1.0) / len(rewards))
curve = torch.tensor(share)
print("OBSERVED", "clean" if curve[-10:].mean() > curve[:10].mean() else "none", policy.weight.grad.shape)
