# framework: torch
# verdict: wrong
# seen: what the critic says does not reach the actor
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(1)


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(5, 2)

    def forward(self, seen):
        return Normal(self.mean(seen), 0.3)


actor, critic = Actor(), nn.Sequential(nn.Linear(2, 6), nn.Softplus(), nn.Linear(6, 1))
for weight in critic.parameters():
    weight.requires_grad = False
optimizer = torch.optim.SGD(actor.parameters(), lr=1e-2)


def loss_of(seen):
    policy = actor(seen)
    action = policy.sample()  # HAZARD GL405
    surprise = policy.log_prob(action).sum(-1).mean() * 0.2
    return surprise - critic(action).mean(), surprise


loss, _ = loss_of(torch.randn(7, 5))
optimizer.zero_grad()
loss.backward()
optimizer.step()
loss, surprise = loss_of(torch.randn(7, 5))
whole = torch.autograd.grad(loss, actor.mean.weight, retain_graph=True)[0]
alone = torch.autograd.grad(surprise, actor.mean.weight)[0]
print("OBSERVED", "wrong" if torch.allclose(whole, alone) else "clean")
