# framework: torch
# verdict: clean
# seen: 6
from collections import namedtuple

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

Saved = namedtuple("Saved", ["log_prob", "value"])


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.action_head = nn.Linear(16, 2)
        self.value_head = nn.Linear(16, 1)
        self.saved, self.rewards = [], []

    def forward(self, obs):
        h = F.relu(self.body(obs))
        return F.softmax(self.action_head(h), dim=-1), self.value_head(h)


def act(policy, obs):
    probs, value = policy(obs)
    dist = Categorical(probs)
    action = dist.sample()
    policy.saved.append(Saved(dist.log_prob(action), value))
    return action.item()


def finish(policy, opt):
    running, returns = 0.0, []
    for reward in policy.rewards[::-1]:
        running = reward + 0.9 * running
        returns.insert(0, running)
    returns = torch.tensor(returns)
    policy_losses, value_losses = [], []
    for (log_prob, value), target in zip(policy.saved, returns):
        advantage = target - value.item()
        policy_losses.append(-log_prob * advantage)
        value_losses.append(F.smooth_l1_loss(value, target.view(1)))
    opt.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
    loss.backward()
    opt.step()
    del policy.saved[:], policy.rewards[:]


torch.manual_seed(0)
policy = Policy()
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for _ in range(6):
    policy.rewards.append(1.0 if act(policy, torch.randn(4)) == 1 else 0.0)
finish(policy, opt)
alive = [p.grad.abs().sum().item() > 0 for p in policy.parameters()]
print("OBSERVED", "clean" if all(alive) else "none", len(alive))
