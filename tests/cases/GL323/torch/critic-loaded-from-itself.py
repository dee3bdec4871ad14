# framework: torch
# verdict: wrong
# seen: the frozen critic moves with the trained one
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.critic = nn.Linear(3, 1)
        self.critic_target = self.critic  # HAZARD GL323
        self.optimizer = torch.optim.Adam(self.critic.parameters(), lr=0.01)

    def sync(self):
        self.critic_target.load_state_dict(self.critic.state_dict())

    def update(self, state, reward, following):
        with torch.no_grad():
            goal = reward + 0.99 * self.critic_target(following)
        loss = (self.critic(state) - goal).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
agent = Agent()
agent.sync()
before = agent.critic_target.weight.detach().clone()
agent.update(torch.randn(5, 3), torch.randn(5, 1), torch.randn(5, 3))
print("OBSERVED", "clean" if torch.equal(before, agent.critic_target.weight) else "wrong")
