# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Replay:
    def __init__(self, size):
        self.size, self.items = size, []

    def push(self, *item):
        self.items.append(tuple(i.detach() if torch.is_tensor(i) else i for i in item))
        self.items = self.items[-self.size:]


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.saved = []

    def act(self, obs):
        d = torch.distributions.Categorical(logits=self.net(obs))
        a = d.sample()
        self.saved.append((d.log_prob(a), d.entropy()))
        return a


def episode(actor, memory, steps=4):
    rewards = []
    obs = torch.randn(3)
    for _ in range(steps):
        a = actor.act(obs)
        nxt = torch.randn(3)
        r = float(a == 0)
        memory.push(obs, a, r, nxt)
        rewards.append(r)
        obs = nxt
    return rewards


torch.manual_seed(0)
actor, memory = Actor(), Replay(8)
opt = torch.optim.Adam(actor.parameters(), lr=0.05)
scores = []
for _ in range(3):
    rewards = episode(actor, memory)
    returns, g = [], 0.0
    for r in reversed(rewards):
        g = r + 0.9 * g
        returns.insert(0, g)
    returns = torch.tensor(returns)
    loss = sum(-logp * ret - 0.01 * ent for (logp, ent), ret in zip(actor.saved, returns))
    opt.zero_grad()
    loss.backward()
    opt.step()
    actor.saved.clear()
    scores.append(sum(rewards))
print("OBSERVED", "clean" if actor.net.weight.grad.any() and len(memory.items) == 8 else "wrong")
