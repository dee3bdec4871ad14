# framework: torch
# verdict: wrong
# seen: the planner is trained by its regulariser alone
import torch
from torch import nn
from torch.distributions import Categorical


class Planner:
    def __init__(self):
        self.choose, self.judge = nn.Linear(4, 3), nn.Embedding(3, 1)
        self.by_choice = torch.optim.SGD(self.choose.parameters(), lr=0.1)
        self.by_result = torch.optim.SGD(self.judge.parameters(), lr=0.1)

    def plan(self, state):
        policy = Categorical(logits=self.choose(state))
        drawn = policy.sample()  # HAZARD GL405
        cost = self.judge(drawn).mean()
        loss = cost - 0.01 * policy.entropy().mean()
        self.by_choice.zero_grad()
        loss.backward()
        self.by_choice.step()
        return drawn

    def learn(self, state, paid):
        cost = self.judge(self.choose(state).argmax(-1)).squeeze(-1)
        self.by_result.zero_grad()
        (cost - paid).pow(2).mean().backward()
        self.by_result.step()


planner = Planner()
assert not planner.plan(torch.randn(5, 4)).requires_grad
planner.learn(torch.randn(5, 4), torch.randn(5))
print("OBSERVED wrong")
