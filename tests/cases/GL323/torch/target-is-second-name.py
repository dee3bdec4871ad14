# framework: torch
# verdict: wrong
# seen: the target moves with the critic at every step of the optimizer; the average changes nothing
import torch
from torch import nn

torch.manual_seed(0)


class Agent:
    def __init__(self):
        self.critic = nn.Linear(4, 1)
        self.target = self.critic  # HAZARD GL323
        self.opt = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def update(self, now, reward, then):
        with torch.no_grad():
            wanted = reward + 0.99 * self.target(then)
        loss = (self.critic(now) - wanted).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        for p, slow in zip(self.critic.parameters(), self.target.parameters()):
            slow.data.mul_(0.995).add_(0.005 * p.data)


agent = Agent()
before = agent.target.weight.detach().clone()
for _ in range(3):
    agent.update(torch.randn(8, 4), torch.randn(8, 1), torch.randn(8, 4))
assert torch.equal(agent.target.weight, agent.critic.weight)
assert not torch.allclose(before, agent.target.weight, atol=1e-3)
