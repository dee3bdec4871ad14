# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.distributions import Categorical, Normal


class HybridPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 8)
        self.kind = nn.Linear(8, 3)
        self.amount = nn.Linear(8, 1)

    def forward(self, obs):
        h = torch.tanh(self.body(obs))
        return Categorical(logits=self.kind(h)), Normal(self.amount(h).squeeze(-1), 1.0)


def reward_of(kind, amount):
    return (kind == 1).float() - (amount - 0.5).abs().round()


torch.manual_seed(0)
policy = HybridPolicy()
opt = torch.optim.Adam(policy.parameters(), lr=2e-2)
mean_reward = []
for _ in range(80):
    obs = torch.randn(64, 5)
    which, how_much = policy(obs)
    kind, amount = which.sample(), how_much.sample()
    reward = reward_of(kind, amount)
    log_prob = which.log_prob(kind) + how_much.log_prob(amount)
    loss = -(log_prob * (reward - reward.mean())).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    mean_reward.append(reward.mean().item())
better = sum(mean_reward[-10:]) > sum(mean_reward[:10])
print("OBSERVED", "clean" if better and policy.kind.weight.grad.any() else "none")
