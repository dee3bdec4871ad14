# framework: torch
# verdict: wrong
# seen: wrong
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
loss = F.mse_loss(critic(states), returns)  # HAZARD GL510
loss.backward()
true = F.mse_loss(critic(states).squeeze(1), returns)
print("OBSERVED", "clean" if torch.isclose(loss, true) else "wrong")
