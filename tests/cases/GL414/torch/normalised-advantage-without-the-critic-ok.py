# framework: torch
# verdict: clean
# seen: the critic's gradient is that of its own loss
import torch
from torch import nn
from torch.distributions import Normal


def update(actor, critic, optimizer, batch):
    values = critic(batch["obs"]).squeeze(-1)
    advantages = batch["returns"] - values.detach()
    advantages = advantages / (advantages.abs().max() + 1e-6)
    scores = Normal(actor(batch["obs"]).squeeze(-1), 1.0).log_prob(batch["actions"])
    loss = -(scores * advantages).mean() + (values - batch["returns"]).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


torch.manual_seed(0)
actor, critic = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*actor.parameters(), *critic.parameters()], lr=0.01)
batch = {"obs": torch.randn(5, 3), "actions": torch.randn(5), "returns": torch.randn(5)}
print("OBSERVED clean", update(actor, critic, optimizer, batch))
