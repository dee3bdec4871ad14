# framework: torch
# verdict: clean
# seen: the target comes from a network that no optimizer steps, or from detached values
import torch
import torch.nn.functional as F
from torch import nn


class Critic:
    def __init__(self, settings):
        make = settings["network"]
        self.q, self.v = make(3, 2), make(3, 1)
        self.gamma = settings["gamma"]
        self.optimizer = torch.optim.SGD(self.q.parameters(), lr=0.1)

    def update(self, s, a, r, s2, done):
        following = self.v(s2).flatten().detach()
        values = self.q(s).gather(1, a.unsqueeze(1)).squeeze(1)
        difference = r + self.gamma * (1 - done) * following - values
        loss = torch.mean(difference**2)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def train(q, q_target, optimizer, batch):
    s, a, r, s2, mask = batch
    best = q_target(s2).max(1)[0].unsqueeze(1)
    target = r + 0.98 * best * mask
    loss = F.smooth_l1_loss(q(s).gather(1, a), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


torch.manual_seed(0)
s, s2, r = torch.randn(4, 3), torch.randn(4, 3), torch.randn(4)
a = torch.randint(0, 2, (4,))
Critic({"network": nn.Linear, "gamma": 0.9}).update(s, a, r, s2, torch.zeros(4))
q, q_target = nn.Linear(3, 2), nn.Linear(3, 2)
q_target.load_state_dict(q.state_dict())
optimizer = torch.optim.Adam(q.parameters(), lr=1e-3)
train(q, q_target, optimizer, (s, a[:, None], r[:, None], s2, torch.ones(4, 1)))
