# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(4, 3)
        self.critic = nn.Linear(4, 1)

    def evaluate(self, obs, action):
        dist = Categorical(logits=self.actor(obs))
        return dist.log_prob(action), dist.entropy(), self.critic(obs).squeeze(-1)


def ppo_loss(new_log, old_log, advantage, clip=0.2):
    ratio = (new_log - old_log.detach()).exp()
    clipped = torch.clamp(ratio, 1 - clip, 1 + clip)
    return -torch.min(ratio * advantage, clipped * advantage).mean()


def main():
    torch.manual_seed(0)
    model = ActorCritic()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    obs, action = torch.randn(16, 4), torch.randint(0, 3, (16,))
    returns = torch.randn(16)
    old_log, _, old_value = model.evaluate(obs, action)
    advantage = (returns - old_value).detach()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    kl_trace = []
    for _ in range(4):
        new_log, entropy, value = model.evaluate(obs, action)
        value_loss = (returns - value).pow(2).mean()
        loss = ppo_loss(new_log, old_log, advantage) + 0.5 * value_loss - 0.01 * entropy.mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        kl_trace.append((old_log - new_log).detach().mean().item())
    alive = all(p.grad.any() for p in model.parameters())
    print("OBSERVED", "clean" if alive and kl_trace[0] == 0.0 else "none")


main()
