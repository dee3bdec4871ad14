# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch
from torch import nn
from torch.nn import functional as F


class DoubleDQN:
    def __init__(self, obs_dim, actions, gamma=0.9):
        self.online = nn.Sequential(nn.Linear(obs_dim, 16), nn.ReLU(), nn.Linear(16, actions))
        self.target = copy.deepcopy(self.online)
        self.opt = torch.optim.Adam(self.online.parameters(), lr=1e-2)
        self.gamma = gamma

    def update(self, obs, action, reward, following, done):
        with torch.no_grad():
            best = self.online(following).argmax(dim=1, keepdim=True)
            future = self.target(following).gather(1, best).squeeze(1)
            goal = reward + self.gamma * (1 - done) * future
        value = self.online(obs).gather(1, action.unsqueeze(1)).squeeze(1)
        loss = F.smooth_l1_loss(value, goal)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def act(self, obs, eps):
        if torch.rand(()) < eps:
            return int(torch.randint(0, 2, ()))
        with torch.inference_mode():
            return int(self.online(obs).argmax())


torch.manual_seed(0)
agent = DoubleDQN(4, 2)
batch = (torch.randn(32, 4), torch.randint(0, 2, (32,)), torch.rand(32), torch.randn(32, 4), torch.zeros(32))
trace = []
for step in range(30):
    agent.act(batch[0][0], eps=0.1)
    trace.append(agent.update(*batch))
    if step % 10 == 9:
        agent.target.load_state_dict(agent.online.state_dict())
print("OBSERVED", "clean" if trace[9] < trace[0] and agent.target[0].weight.grad is None else "wrong")
