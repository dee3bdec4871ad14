# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.distributions import Categorical


class Reinforce:
    def __init__(self, n_obs=3, n_actions=2):
        self.policy = nn.Sequential(nn.Linear(n_obs, 16), nn.Tanh(), nn.Linear(16, n_actions))
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=2e-2)
        self.log_probs, self.rewards = [], []

    def act(self, obs):
        choice = Categorical(logits=self.policy(obs))
        action = choice.sample()
        self.log_probs.append(choice.log_prob(action))
        self.rewards.append(float(action.item() == int(obs[0] > 0)))

    def finish_episode(self):
        baseline = sum(self.rewards) / len(self.rewards)
        policy_loss = 0
        for log_prob, reward in zip(self.log_probs, self.rewards):
            policy_loss += -log_prob * (reward - baseline)
        self.optimizer.zero_grad()
        policy_loss.backward()
        self.optimizer.step()
        self.log_probs, self.rewards = [], []
        return baseline


torch.manual_seed(0)
agent = Reinforce()
scores = []
for _ in range(40):
    for obs in torch.randn(20, 3):
        agent.act(obs)
    scores.append(agent.finish_episode())
with torch.no_grad():
    outputs = [agent.policy(obs) for obs in torch.randn(5, 3)]
improved = sum(scores[-5:]) > 1.2 * sum(scores[:5])
print("OBSERVED", "clean" if improved and not outputs[0].requires_grad else "leak")
