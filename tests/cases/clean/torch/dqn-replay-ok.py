# framework: torch
# verdict: clean
# seen: TD target under no_grad, argmax as index, .data for grad clamp and polyak update
import copy
import random
from collections import deque, namedtuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

Transition = namedtuple("Transition", "s a r s2 done")


class QNet(nn.Module):
    def __init__(self, n_obs, n_act):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_obs, 24), nn.ReLU())
        self.adv, self.val = nn.Linear(24, n_act), nn.Linear(24, 1)

    def forward(self, x):
        h = self.trunk(x)
        adv = self.adv(h)
        return self.val(h) + adv - adv.mean(dim=1, keepdim=True)


class Agent:
    def __init__(self, n_obs=5, n_act=3, tau=0.05, gamma=0.9):
        self.q = QNet(n_obs, n_act)
        self.q_target = copy.deepcopy(self.q)
        self.opt = torch.optim.RMSprop(self.q.parameters(), lr=1e-3)
        self.memory = deque(maxlen=1000)
        self.tau, self.gamma, self.eps, self.n_act = tau, gamma, 0.3, n_act
        self.td_ema = None

    def act(self, s):
        if random.random() < self.eps:
            return random.randrange(self.n_act)
        q = self.q(torch.as_tensor(s, dtype=torch.float32).unsqueeze(0))
        return int(q.argmax(dim=1).item())

    def learn(self, batch_size=32):
        batch = Transition(*zip(*random.sample(self.memory, batch_size)))
        s = torch.from_numpy(np.stack(batch.s)).float()
        s2 = torch.from_numpy(np.stack(batch.s2)).float()
        a = torch.tensor(batch.a).unsqueeze(1)
        r = torch.tensor(batch.r)
        not_done = 1.0 - torch.tensor(batch.done, dtype=torch.float32)

        q_sa = self.q(s).gather(1, a).squeeze(1)
        with torch.no_grad():
            best = self.q(s2).argmax(dim=1, keepdim=True)
            target = r + self.gamma * not_done * self.q_target(s2).gather(1, best).squeeze(1)
        loss = F.smooth_l1_loss(q_sa, target)
        self.opt.zero_grad(set_to_none=True)
        loss.backward()
        for p in self.q.parameters():
            p.grad.data.clamp_(-1, 1)
        self.opt.step()

        for tp, p in zip(self.q_target.parameters(), self.q.parameters()):
            tp.data.mul_(1 - self.tau).add_(self.tau * p.data)
        td = (q_sa - target).abs().mean().item()
        self.td_ema = td if self.td_ema is None else 0.9 * self.td_ema + 0.1 * td
        return loss.item()


def play(agent, steps=120):
    losses, s = [], np.random.randn(5)
    for t in range(steps):
        a = agent.act(s)
        s2, r = np.random.randn(5), float(s[a])
        agent.memory.append(Transition(s, a, r, s2, t % 20 == 19))
        s = s2
        if len(agent.memory) >= 64:
            losses.append(agent.learn())
    return losses


if __name__ == "__main__":
    random.seed(0), np.random.seed(0), torch.manual_seed(0)
    agent = Agent()
    losses = play(agent)
    assert np.isfinite(losses).all()
    assert all(p.grad.abs().sum() > 0 for p in agent.q.parameters())
    assert all(p.grad is None for p in agent.q_target.parameters())
