# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
import torch.nn as nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self, n_obs=4, n_actions=3):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(n_obs, 32), nn.Tanh())
        self.policy, self.value = nn.Linear(32, n_actions), nn.Linear(32, 1)

    def forward(self, obs):
        h = self.trunk(obs)
        return Categorical(logits=self.policy(h)), self.value(h).squeeze(-1)


def reward_of(obs, action):
    return (obs[:, :3].argmax(dim=1) == action).float()


th.manual_seed(0)
net = ActorCritic()
opt = th.optim.Adam(net.parameters(), lr=2e-2)
rewards = []
for _ in range(60):
    obs = th.randn(64, 4)
    policy, value = net(obs)
    action = policy.sample()
    reward = reward_of(obs, action)
    advantage = reward - value
    actor_loss = -(policy.log_prob(action) * advantage.detach()).mean()
    loss = actor_loss + 0.5 * advantage.pow(2).mean() - 0.01 * policy.entropy().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    rewards.append(reward.mean().item())
print("OBSERVED", "clean" if sum(rewards[-5:]) > 1.3 * sum(rewards[:5]) else "wrong")
