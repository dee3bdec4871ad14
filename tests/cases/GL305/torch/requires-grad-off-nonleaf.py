# framework: torch
# verdict: raises
# seen: RuntimeError: you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().
import torch
from torch import nn
from torch.nn import functional as F


class DQN:
    def __init__(self, obs_dim, actions, gamma=0.99):
        self.online = nn.Linear(obs_dim, actions)
        self.target = nn.Linear(obs_dim, actions)
        self.target.load_state_dict(self.online.state_dict())
        self.opt = torch.optim.Adam(self.online.parameters(), lr=1e-3)
        self.gamma = gamma

    def update(self, obs, action, reward, following):
        value = self.online(obs).gather(1, action.unsqueeze(1)).squeeze(1)
        best = self.target(following).max(dim=1).values
        best.requires_grad = False  # HAZARD GL305
        loss = F.smooth_l1_loss(value, reward + self.gamma * best)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


torch.manual_seed(0)
agent = DQN(4, 2)
agent.update(torch.randn(6, 4), torch.randint(0, 2, (6,)), torch.rand(6), torch.randn(6, 4))
