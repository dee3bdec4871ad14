# framework: torch
# verdict: wrong
# seen: the gradient of the actor is that of its entropy alone
import torch
from torch import nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 2)

    def forward(self, state):
        mean, spread = self.body(state).chunk(2, -1)
        policy = Normal(mean, spread.exp())
        action = policy.sample()  # HAZARD GL405
        return action, policy.log_prob(action).sum(-1)


torch.manual_seed(0)
actor, value = Actor(), nn.Linear(4, 1)
optimizer = torch.optim.Adam(actor.parameters())
for _ in range(2):
    state = torch.randn(8, 3)
    action, score = actor(state)
    gain = value(torch.cat([state, action], -1)).squeeze(-1)
    assert not action.requires_grad
    loss = (0.2 * score - gain).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED wrong")
