# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
import torch.nn.functional as F
from dataclasses import dataclass, field


@dataclass
class Meter:
    total: float = 0.0
    count: int = 0
    history: list = field(default_factory=list)

    def update(self, value, n=1):
        self.total += value * n
        self.count += n
        self.history.append(value)

    @property
    def mean(self):
        return self.total / max(1, self.count)


class PPOAgent:
    def __init__(self, obs, acts, target_kl=0.05):
        self.policy = nn.Sequential(nn.Linear(obs, 16), nn.Tanh(), nn.Linear(16, acts))
        self.value = nn.Linear(obs, 1)
        self.target_kl = target_kl
        self.opt = torch.optim.Adam([*self.policy.parameters(), *self.value.parameters()], lr=3e-3)

    def evaluate(self, obs, actions):
        dist = torch.distributions.Categorical(logits=self.policy(obs))
        return dist.log_prob(actions), dist.entropy().mean(), self.value(obs).squeeze(-1)

    def update(self, batch, meters):
        for _ in range(4):
            logp, entropy, values = self.evaluate(batch["obs"], batch["act"])
            ratio = torch.exp(logp - batch["old"])
            adv = batch["ret"] - values.detach()
            adv = (adv - adv.mean()) / (adv.std() + 1e-8)
            surrogate = torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv)
            critic = F.mse_loss(values, batch["ret"])
            loss = -surrogate.mean() + 0.5 * critic - 0.01 * entropy
            self.opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
            self.opt.step()
            meters["loss"].update(loss.item(), len(logp))
            meters["critic"].update(float(critic))
            kl = (batch["old"] - logp).mean().item()
            if kl > 1.5 * self.target_kl:
                break


torch.manual_seed(0)
agent = PPOAgent(3, 2)
meters = {"loss": Meter(), "critic": Meter()}
batch = {"obs": torch.randn(8, 3), "act": torch.randint(0, 2, (8,)), "ret": torch.randn(8)}
with torch.no_grad():
    batch["old"] = agent.evaluate(batch["obs"], batch["act"])[0]
agent.update(batch, meters)
print("OBSERVED", "clean" if agent.value.weight.grad.any() and meters["loss"].count else "wrong")
