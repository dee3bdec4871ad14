# framework: torch
# verdict: wrong
# seen: the shadow is the model itself
import torch
from torch import nn


class ShadowWeights:
    def __init__(self, network, rate):
        self.rate = rate
        self.shadow = dict(network.named_parameters())  # HAZARD GL323

    def follow(self, network):
        with torch.no_grad():
            for name, p in network.named_parameters():
                self.shadow[name].mul_(self.rate).add_(p, alpha=1 - self.rate)


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1))
shadow_weights = ShadowWeights(critic, 0.995)
optimizer = torch.optim.Adam(critic.parameters(), lr=0.01)
states, returns = torch.randn(6, 4), torch.randn(6, 1)
for _ in range(2):
    loss = (critic(states) - returns).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    shadow_weights.follow(critic)
print("OBSERVED", "wrong" if shadow_weights.shadow["0.weight"] is critic[0].weight else "clean")
