# framework: torch
# verdict: clean
# seen: the critic is trained by its own loss alone
import sys

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Normal

episode = sys.modules.get("recorded_episode") or type("Episode", (), {"gains": staticmethod(lambda s: s.mean(1))})


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.worth = nn.Linear(3, 1), nn.Linear(3, 1)

    def forward(self, s):
        return Normal(self.mean(s).squeeze(1), 0.3), self.worth(s).squeeze(1)


torch.manual_seed(0)
model = Both()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for _ in range(2):
    s = torch.randn(5, 3)
    chances, worth = model(s)
    move = chances.sample()
    gains = episode.gains(s)
    edge = gains - worth.detach()
    loss = F.mse_loss(worth, gains) - (chances.log_prob(move) * edge).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED clean")
