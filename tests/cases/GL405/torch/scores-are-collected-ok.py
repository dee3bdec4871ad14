# framework: torch
# verdict: clean
# seen: the score function trains the policy
import torch
from torch import nn
from torch.distributions import Normal


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(2, 1)
        self.spread = nn.Parameter(torch.zeros(1))
        self.scores = []

    def act(self, state):
        chances = Normal(self.mean(state), self.spread.exp())
        action = chances.sample()
        self.scores.append(chances.log_prob(action))
        return action.item()


torch.manual_seed(0)
agent = Agent()
optimizer = torch.optim.SGD(agent.parameters(), lr=0.1)
state, rewards = torch.zeros(2), []
for _ in range(4):
    move = agent.act(state)
    state = state + 0.1 * move
    rewards.append(-abs(move))
loss = -sum(score * reward for score, reward in zip(agent.scores, rewards)).sum()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "clean" if agent.mean.bias.grad.abs().sum() > 0 else "zero")
