# framework: torch
# verdict: wrong
# seen: the policy gets no gradient and the critic one too many
import torch
from torch import nn
from torch.distributions import Categorical


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Linear(4, 3)
        self.v = nn.Linear(4, 1)

    def evaluate(self, s, a):
        dist = Categorical(logits=self.pi(s))
        return dist.log_prob(a), self.v(s).squeeze(-1)


def update(agent, optimizer, s, a, returns):
    old_logp, _ = agent.evaluate(s, a)  # HAZARD GL411
    for _ in range(2):
        logp, value = agent.evaluate(s, a)
        ratio = torch.exp(logp - old_logp)
        advantage = returns - value
        policy_loss = -(ratio * advantage).mean()  # HAZARD GL414
        value_loss = (returns - value).pow(2).mean()
        loss = policy_loss + 0.5 * value_loss
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


torch.manual_seed(0)
agent = Agent()
opt = torch.optim.Adam(agent.parameters(), lr=1e-3)
update(agent, opt, torch.randn(8, 4), torch.randint(0, 3, (8,)), torch.randn(8))
