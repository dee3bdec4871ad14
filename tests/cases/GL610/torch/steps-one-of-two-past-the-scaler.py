# framework: torch
# verdict: wrong
# seen: the critic is moved by gradients 65536 times too large
import torch
from torch import nn

torch.manual_seed(0)
generator, critic = nn.Linear(2, 3), nn.Linear(3, 1)
optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.01)
optimizer_c = torch.optim.SGD(critic.parameters(), lr=0.01)
scaler = torch.amp.GradScaler("cpu")
real = torch.randn(8, 3)
before = critic.weight.detach().clone()


def train_step(noise):
    optimizer_c.zero_grad()
    gap = critic(generator(noise).detach()).mean() - critic(real).mean()
    scaler.scale(gap).backward()
    optimizer_c.step()  # HAZARD GL610
    optimizer_g.zero_grad()
    score = -critic(generator(noise)).mean()
    scaler.scale(score).backward()
    scaler.step(optimizer_g)
    scaler.update()


train_step(torch.randn(8, 2))
print("OBSERVED", "wrong" if (critic.weight - before).abs().max() > 10 else "clean")
