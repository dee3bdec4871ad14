# framework: torch
# verdict: clean
# seen: 0.86 0.03
import torch
from torch import nn


class GPCritic(nn.Module):
    def __init__(self, weight=10.0):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
        self.weight = weight

    def penalty(self, real, fake):
        mix = torch.rand(len(real), 1)
        between = (mix * real + (1 - mix) * fake).requires_grad_(True)
        scores = self.net(between)
        ones = torch.ones_like(scores)
        (grads,) = torch.autograd.grad(scores, between, ones, create_graph=True, retain_graph=True)
        return (grads.norm(2, dim=1) - 1).pow(2).mean()

    def loss(self, real, fake):
        gap = self.net(fake).mean() - self.net(real).mean()
        return gap + self.weight * self.penalty(real, fake)


torch.manual_seed(0)
critic = GPCritic()
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2, betas=(0.0, 0.9))
real, fake = torch.randn(64, 2) * 0.2 + 3, torch.randn(64, 2) * 0.2
start = critic.penalty(real, fake).item()
for _ in range(100):
    optimizer.zero_grad()
    critic.loss(real, fake).backward()
    optimizer.step()
end = critic.penalty(real, fake).item()
print("OBSERVED", "clean" if end < 0.1 < start else "wrong", round(start, 2), round(end, 2))
