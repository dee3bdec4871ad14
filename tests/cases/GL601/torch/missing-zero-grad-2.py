# framework: torch
# verdict: wrong
# seen: tensor([-0.2227, -0.3845]) instead of tensor([-0.0458, -0.0720])
import torch
import torch.nn as nn

torch.manual_seed(0)
gen = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
disc = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3)
opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3)
bce = nn.BCEWithLogitsLoss()
fresh = []
gen[2].bias.register_hook(lambda g: fresh.append(g.clone()))

for step in range(6):
    real = torch.randn(16, 2) * 0.5 + 1
    fake = gen(torch.randn(16, 4))

    opt_d.zero_grad()
    d_real = bce(disc(real), torch.ones(16, 1))
    d_fake = bce(disc(fake.detach()), torch.zeros(16, 1))
    d_loss = d_real + d_fake
    d_loss.backward()
    opt_d.step()

    g_loss = bce(disc(fake), torch.ones(16, 1))
    g_loss.backward()  # HAZARD GL601
    opt_g.step()

stale = not torch.allclose(gen[2].bias.grad, fresh[-1], rtol=1e-2)
print("OBSERVED", "wrong" if stale else "clean", gen[2].bias.grad, "instead of", fresh[-1])
