# framework: torch
# verdict: wrong
# seen: the critic is pulled by the policy's loss
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
actor, critic = nn.Linear(3, 1), nn.Linear(3, 1)
both = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3)
states, returns = torch.randn(10, 3), torch.randn(10)
policy = Normal(actor(states).squeeze(-1), 1.0)
actions = policy.sample()
values = critic(states).squeeze(-1)
advantages = returns - values
actor_loss = -(policy.log_prob(actions) * advantages).mean()  # HAZARD GL414
critic_loss = nn.functional.mse_loss(values, returns)
both.zero_grad()
(actor_loss + 0.5 * critic_loss).backward()
both.step()
