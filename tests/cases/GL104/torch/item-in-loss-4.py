# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn
import torch.nn.functional as F


class PPOAgent:
    def __init__(self, obs, acts, clip=0.2, ent=0.01):
        self.policy = nn.Sequential(nn.Linear(obs, 16), nn.Tanh(), nn.Linear(16, acts))
        self.value = nn.Linear(obs, 1)
        self.clip, self.ent = clip, ent
        self.opt = torch.optim.Adam(list(self.policy.parameters()) + list(self.value.parameters()), lr=3e-3)

    def evaluate(self, obs, actions):
        dist = torch.distributions.Categorical(logits=self.policy(obs))
        return dist.log_prob(actions), dist.entropy().mean(), self.value(obs).squeeze(-1)

    def update(self, batch):
        logp, entropy, values = self.evaluate(batch["obs"], batch["act"])
        ratio = torch.exp(logp - batch["old"])
        adv = batch["ret"] - values.detach()
        surrogate = torch.min(ratio * adv, ratio.clamp(1 - self.clip, 1 + self.clip) * adv)
        critic = F.mse_loss(values, batch["ret"]).item()  # HAZARD GL104
        loss = -surrogate.mean() + 0.5 * critic - self.ent * entropy
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


torch.manual_seed(0)
agent = PPOAgent(3, 2)
batch = {"obs": torch.randn(8, 3), "act": torch.randint(0, 2, (8,)), "ret": torch.randn(8)}
with torch.no_grad():
    batch["old"] = agent.evaluate(batch["obs"], batch["act"])[0]
agent.update(batch)
print("OBSERVED", "none" if agent.value.weight.grad is None else "clean")
