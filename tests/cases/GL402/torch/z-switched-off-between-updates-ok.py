# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

improve = eval("lambda actor, state: actor(state).square().mean().backward()")


class Env:
    def reset(self):
        torch.set_grad_enabled(False)
        return torch.zeros(1, 3)


class Agent:
    def __init__(self):
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(5, 1)
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def update(self, state, action):
        torch.set_grad_enabled(True)
        loss = self.critic(torch.cat([state, action], dim=1)).square().mean()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()
        self.actor_optimizer.zero_grad()
        improve(self.actor, state)
        self.actor_optimizer.step()
        torch.set_grad_enabled(False)


agent, state = Agent(), Env().reset()
for _ in range(2):
    action = agent.actor(state)
    agent.update(state, action)
assert agent.actor.bias.grad is not None
