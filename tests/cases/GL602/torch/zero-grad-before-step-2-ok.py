# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
gen = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
disc = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
opt_g = torch.optim.Adam(gen.parameters(), lr=2e-3)
opt_d = torch.optim.Adam(disc.parameters(), lr=2e-3)
bce = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)
fresh = []
disc[0].bias.register_hook(lambda g: fresh.append(g.clone()))
start = gen[0].weight.detach().clone()

for step in range(6):
    opt_g.zero_grad()
    fake = gen(torch.randn(16, 4))
    g_loss = bce(disc(fake), ones)
    g_loss.backward()
    opt_d.zero_grad()
    opt_g.step()

    real = torch.randn(16, 2) * 0.5 + 1
    d_loss = bce(disc(real), ones) + bce(disc(fake.detach()), zeros)
    d_loss.backward()
    opt_d.step()

right = torch.equal(disc[0].bias.grad, fresh[-1]) and not torch.equal(start, gen[0].weight)
print("OBSERVED", "clean" if right else "wrong")
