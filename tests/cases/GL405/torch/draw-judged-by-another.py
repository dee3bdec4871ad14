# framework: torch
# verdict: wrong
# seen: the actor gets the gradient of its entropy alone
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
actor, critic = nn.Linear(3, 2), nn.Linear(4, 1)
step_actor = torch.optim.Adam(actor.parameters(), lr=1e-3)
step_critic = torch.optim.Adam(critic.parameters(), lr=1e-3)


def policy(states):
    mean, scale = actor(states).chunk(2, dim=-1)
    return Normal(mean, nn.functional.softplus(scale) + 1e-3)


def improve_critic(states, actions, goals):
    step_critic.zero_grad()
    nn.functional.mse_loss(critic(torch.cat([states, actions], dim=1)), goals).backward()
    step_critic.step()


def improve_actor(states, weight=0.2):
    around = policy(states)
    tried = around.sample()  # HAZARD GL405
    worth = critic(torch.cat([states, tried], dim=1))
    aim = -worth.mean() - weight * around.entropy().mean()
    step_actor.zero_grad()
    aim.backward()
    step_actor.step()


states = torch.randn(8, 3)
improve_critic(states, torch.randn(8, 1), torch.randn(8, 1))
improve_actor(states)
print("OBSERVED wrong")
