# framework: torch
# verdict: clean
# seen: the critic's gradient is that of its own loss
import sys

import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3)
rollout = sys.modules.get("rollout") or type("Rollout", (), {"returns": lambda self, x: x.sum(-1)})()
states = torch.randn(6, 4)
policy, values = Categorical(logits=actor(states)), critic(states).squeeze(-1)
actions = policy.sample()
returns = rollout.returns(states)
advantage = returns - values.detach()
loss = -(policy.log_prob(actions) * advantage).mean() + 0.5 * (returns - values).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
own = torch.autograd.grad(0.5 * (returns - critic(states).squeeze(-1)).square().mean(), critic.weight)[0]
print("OBSERVED clean", own.shape)
