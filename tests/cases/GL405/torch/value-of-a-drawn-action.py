# framework: torch
# verdict: none
# seen: the policy gets no gradient
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
policy, critic = nn.Linear(3, 1), nn.Linear(4, 1)
trainer = torch.optim.Adam(policy.parameters(), lr=1e-3)
states = torch.randn(8, 3)
actions = Normal(policy(states), 0.2).sample()  # HAZARD GL405
value = critic(torch.cat([states, actions], dim=1)).mean()
trainer.zero_grad()
(-value).backward()
trainer.step()
print("OBSERVED", "none" if policy.weight.grad is None else "clean")
