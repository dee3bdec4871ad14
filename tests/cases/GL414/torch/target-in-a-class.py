# framework: torch
# verdict: wrong
# seen: the gradient flows into the target
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.q = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 3))
        self.optimizer = torch.optim.Adam(self.q.parameters(), lr=1e-3)
        self.gamma = 0.95

    def learn(self, s, a, r, s2):
        predicted = self.q(s).gather(1, a)
        expected = r + self.gamma * self.q(s2).max(1, keepdim=True).values  # HAZARD GL414
        loss = nn.functional.mse_loss(predicted, expected)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
agent = Agent()
agent.learn(torch.randn(4, 2), torch.randint(0, 3, (4, 1)), torch.randn(4, 1), torch.randn(4, 2))
