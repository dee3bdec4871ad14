# framework: torch
# verdict: wrong
# seen: residual has shape (24, 24)
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, n_obs=4):
        super().__init__()
        self.v = nn.Sequential(nn.Linear(n_obs, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, obs):
        return self.v(obs)


def discounted(rewards, gamma=0.9):
    returns, running = [], 0.0
    for r in reversed(rewards.tolist()):
        running = r + gamma * running
        returns.append(running)
    return torch.tensor(returns[::-1])


torch.manual_seed(0)
critic = Critic()
opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
obs, rewards = torch.randn(24, 4), torch.randn(24)
returns = discounted(rewards)
values = critic(obs)
residual = returns - values  # HAZARD GL510
loss = residual.pow(2).mean()
opt.zero_grad()
loss.backward()
expected = torch.autograd.grad((returns - critic(obs)[:, 0]).pow(2).mean(), critic.v[0].weight)[0]
same = torch.allclose(critic.v[0].weight.grad, expected, atol=1e-5)
opt.step()
print("OBSERVED", "clean" if same else "wrong", "residual has shape", tuple(residual.shape))
