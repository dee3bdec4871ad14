# framework: torch
# verdict: zero
# seen: tensor([0., 0.])
import torch
from torch import nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    LOW, HIGH = -5.0, 2.0

    def __init__(self, n_obs=3, n_act=2, start=2.5):
        super().__init__()
        self.mean = nn.Linear(n_obs, n_act)
        self.log_std = nn.Parameter(torch.full((n_act,), start))

    def forward(self, obs):
        log_std = self.log_std.clamp(self.LOW, self.HIGH)  # HAZARD GL704
        return Normal(self.mean(obs), log_std.exp())


torch.manual_seed(0)
policy = GaussianPolicy()
optimizer = torch.optim.Adam(policy.parameters(), lr=0.05)
obs = torch.randn(64, 3)
expert = obs[:, :2] * 0.5
for _ in range(50):
    optimizer.zero_grad()
    loss = -policy(obs).log_prob(expert).sum(dim=1).mean()
    loss.backward()
    optimizer.step()
stuck = (policy.log_std == 2.5).all().item() and not policy.log_std.grad.any()
print("OBSERVED", "zero" if stuck else "clean", policy.log_std.grad)
