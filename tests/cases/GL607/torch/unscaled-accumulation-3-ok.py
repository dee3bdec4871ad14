# framework: torch
# verdict: clean
# seen: gradient as expected
"""A critic that is stepped every time, a generator every third time, then an accumulating phase: none sums too much."""

import torch
from torch import nn

CRITIC_STEPS, MICRO = 3, 2
torch.manual_seed(0)
generator, critic = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.Adam(generator.parameters(), lr=1e-2)
opt_c = torch.optim.Adam(critic.parameters(), lr=1e-2)
exact = []

for step in range(12):
    real, noise = torch.rand(8, 3), torch.rand(8, 2)
    opt_c.zero_grad()
    fake = generator(noise)
    # This also reaches the generator, whose optimizer clears it before its own pass.
    critic_loss = critic(fake).mean() - critic(real).mean()
    critic_loss.backward()
    opt_c.step()

    opt_g.zero_grad()
    if step % CRITIC_STEPS == 0:
        generator_loss = -critic(generator(noise)).mean()
        generator_loss.backward()
        expected = -torch.outer(critic.weight[0].detach(), noise.mean(0))
        exact.append(torch.allclose(generator.weight.grad, expected, atol=1e-6))
        opt_g.step()

# A policy phase that steps on every batch, then an auxiliary phase with the same optimizer that accumulates.
net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.rand(16, 3)
y = x.sum(1, keepdim=True)
for batch in range(4):
    loss = nn.functional.mse_loss(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()

opt.zero_grad()
for batch in range(4):
    rows = slice(4 * batch, 4 * batch + 4)
    loss = nn.functional.mse_loss(net(x[rows]), y[rows]) / MICRO
    loss.backward()
    if (batch + 1) % MICRO == 0:
        opt.step()
        opt.zero_grad()

# Skipping steps is no accumulation where every batch begins with an empty gradient.
for batch in range(4):
    opt.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    if batch % 2 == 0:
        opt.step()
print("OBSERVED", "clean" if all(exact) and loss.item() < 0.5 else "wrong")
