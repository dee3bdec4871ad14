# framework: torch
# verdict: clean
# seen: the draw is reparameterised, or the value of the draw weighs its score, or trains the critic in the same step
import torch
from torch import nn
from torch.distributions import Normal

actor, value = nn.Linear(3, 1), nn.Linear(4, 1)
of_actor = torch.optim.Adam(actor.parameters())
of_both = torch.optim.Adam([*actor.parameters(), *value.parameters()])
state = torch.randn(8, 3)

policy = Normal(actor(state), 1.0)
action = policy.rsample()
loss = (0.2 * policy.log_prob(action).sum(-1) - value(torch.cat([state, action], -1)).squeeze(-1)).mean()
of_actor.zero_grad()
loss.backward()
of_actor.step()

policy = Normal(actor(state), 1.0)
action = policy.sample()
gain = value(torch.cat([state, action], -1)).squeeze(-1)
loss = (gain - torch.randn(8)).pow(2).mean() - (policy.log_prob(action).sum(-1) * gain.detach()).mean()
of_both.zero_grad()
loss.backward()
of_both.step()
assert actor.weight.grad is not None and value.weight.grad is not None
print("OBSERVED clean")
