# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(critic.parameters())
points = torch.randn(5, 3, requires_grad=True)
score = critic(points)
(slope,) = torch.autograd.grad(score.sum(), points)  # HAZARD GL605
loss = score.mean() + 10 * (slope.norm(dim=1) - 1).pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
