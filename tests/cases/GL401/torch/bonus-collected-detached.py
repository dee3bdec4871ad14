# framework: torch
# verdict: wrong
# seen: the entropy bonus is a constant
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.policy = nn.Sequential(nn.Linear(4, 2), nn.Softmax(dim=-1))
        self.opt = torch.optim.Adam(self.policy.parameters())
        self.bonus = []

    def select(self, obs):
        p = self.policy(obs)
        self.bonus.append(-0.01 * torch.sum(p * torch.log(p + 1e-6)).detach())  # HAZARD GL401
        return torch.multinomial(p, 1).item()

    def update(self, states, actions, advantage):
        p = self.policy(states)[range(len(states)), actions]
        loss = -torch.mean(p * advantage.detach())
        loss += torch.mean(torch.tensor(self.bonus))
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss


if __name__ == "__main__":
    agent = Agent()
    actions = [agent.select(obs) for obs in torch.randn(3, 4)]
    agent.update(torch.randn(3, 4), actions, torch.randn(3))
    assert not any(each.requires_grad for each in agent.bonus)
    print("OBSERVED wrong")
