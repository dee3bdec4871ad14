# framework: torch
# verdict: clean
# seen: the actor follows the score, the critic its own error
import torch
from torch import nn
from torch.distributions import Normal


class Pendulum:
    def step(self, pushes):
        return -(torch.as_tensor(pushes.tolist()) ** 2).sum(-1)


def episode(world, actor, critic, states):
    mean, scale = actor(states).chunk(2, dim=-1)
    around = Normal(mean, scale.exp())
    pushes = around.sample()
    reward = world.step(pushes)
    worth = critic(states).squeeze(-1)
    surprise = reward - worth
    return -(around.log_prob(pushes).sum(-1) * surprise.detach()).mean() + surprise.pow(2).mean()


def improve(world, actor, critic, batches):
    by_actor = torch.optim.Adam(actor.parameters(), lr=1e-3)
    for states in batches:
        loss = episode(world, actor, critic, states)
        by_actor.zero_grad()
        loss.backward()
        by_actor.step()


torch.manual_seed(0)
actor, critic = nn.Linear(3, 4), nn.Linear(3, 1)
improve(Pendulum(), actor, critic, [torch.randn(6, 3) for _ in range(2)])
assert actor.weight.grad.abs().sum() > 0
