# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch
from torch import nn
from torch.nn import functional as F


class DQN:
    def __init__(self, n_obs=4, n_actions=3, gamma=0.9, tau=0.05):
        self.q = nn.Sequential(nn.Linear(n_obs, 16), nn.ReLU(), nn.Linear(16, n_actions))
        self.q[-1].bias.data.zero_()
        self.target = copy.deepcopy(self.q)
        self.gamma, self.tau = gamma, tau
        self.opt = torch.optim.Adam(self.q.parameters(), lr=1e-2)

    def loss(self, s, a, r, s2):
        value = self.q(s).gather(1, a).squeeze(1)
        with torch.no_grad():
            goal = r + self.gamma * self.target(s2).max(dim=1).values
        return F.smooth_l1_loss(value, goal)

    def update(self, batch):
        self.opt.zero_grad()
        loss = self.loss(*batch)
        for slow, fast in zip(self.target.parameters(), self.q.parameters()):
            slow.data.mul_(1 - self.tau).add_(fast.data, alpha=self.tau)
        loss.backward()
        return loss


torch.manual_seed(0)
agent = DQN()
batch = torch.randn(32, 4), torch.randint(0, 3, (32, 1)), torch.randn(32), torch.randn(32, 4)
frozen = copy.deepcopy(agent)
agent.update(batch)
expected = torch.autograd.grad(frozen.loss(*batch), list(frozen.q.parameters()))
right = all(torch.allclose(p.grad, e) for p, e in zip(agent.q.parameters(), expected))
agent.opt.step()
print("OBSERVED", "clean" if right else "wrong")
