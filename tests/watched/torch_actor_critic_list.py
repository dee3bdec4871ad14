"""An actor and its critics, which stand in a plain list: the optimizer never hears of them."""

import torch
from torch import nn
from torch.distributions import Categorical


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(4, 3)
        self.critics = [nn.Linear(4, 1) for _ in range(2)]  # GL308 confirmed

    def value(self, state):
        return sum(critic(state).squeeze(1) for critic in self.critics) / 2


def main():
    torch.manual_seed(3)
    agent = Agent()
    opt = torch.optim.Adam(agent.parameters(), lr=1e-2)
    for step in range(6):
        state = torch.rand(16, 4)
        dist = Categorical(logits=agent.actor(state))
        action = dist.sample()
        reward = (action == 1).float()
        value = agent.value(state)
        advantage = (reward - value).detach()
        loss = -(dist.log_prob(action) * advantage).mean() + ((value - reward) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item().hex())


if __name__ == "__main__":
    main()
