# framework: torch
# verdict: wrong
# seen: the critics have no say in what the actor learns: their gradient through the action is missing
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
        action = law.sample()  # HAZARD GL405
        return torch.tanh(action), law.log_prob(action).sum(-1)


actor, first, second = Actor(), nn.Linear(5, 1), nn.Linear(5, 1)
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
for _ in range(3):
    states = torch.randn(4, 3)
    action, score = actor(states)
    pair = torch.cat([states, action], -1)
    value = torch.min(first(pair), second(pair)).squeeze(-1)
    loss = (0.2 * score - value).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

torch.manual_seed(1)
action, score = actor(states)
alone = torch.autograd.grad(0.2 * score.mean(), actor.mean.weight)[0]
torch.manual_seed(1)
action, score = actor(states)
both = (0.2 * score - first(torch.cat([states, action], -1)).squeeze(-1)).mean()
whole = torch.autograd.grad(both, actor.mean.weight)[0]
print("OBSERVED", "wrong" if torch.allclose(alone, whole) else "clean")
