# framework: torch
# verdict: clean
# seen: the action is weighed by what the critics say of it
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Linear(3, 2)

    def forward(self, state):
        law = Normal(self.mean(state), self.log_std(state).clamp(-5, 2).exp())
        action = law.sample()
        return torch.tanh(action), law.log_prob(action).sum(-1)


actor, first, second = Actor(), nn.Linear(5, 1), nn.Linear(5, 1)
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
for _ in range(3):
    states = torch.randn(4, 3)
    action, score = actor(states)
    pair = torch.cat([states, action], -1)
    value = torch.min(first(pair), second(pair)).squeeze(-1)
    loss = -(score * value.detach()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

print("OBSERVED", "clean" if actor.mean.weight.grad.abs().sum() > 0 else "none")
