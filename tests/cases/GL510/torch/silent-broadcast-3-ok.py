# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
import torch.nn.functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, s):
        return self.net(s)


torch.manual_seed(0)
critic = Critic()
states, returns = torch.randn(32, 4), torch.randn(32)
value = critic(states)
loss = F.mse_loss(value.squeeze(-1), returns) + F.mse_loss(value, returns.unsqueeze(1))
pair = value - value.t()
margin = torch.relu(1 - pair * (returns[:, None] - returns[None, :]).sign()).mean()
weights = torch.rand(32, 1)
(loss + margin + (value * weights).mean() + (value - returns.mean()).abs().mean()).backward()
print("OBSERVED", "clean" if critic.net[0].weight.grad.any() else "wrong")
