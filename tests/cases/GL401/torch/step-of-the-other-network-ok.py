# framework: torch
# verdict: clean
# seen: the detached step is for the discriminator
import torch
from torch import nn

gen, disc = nn.Linear(3, 3), nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
opt_g = torch.optim.Adam(gen.parameters())
opt_d = torch.optim.Adam(disc.parameters())
bce = nn.BCELoss()
for z in torch.randn(3, 4, 3):
    fake = gen(z)
    opt_d.zero_grad()
    opt_g.zero_grad()
    (bce(disc(fake.detach()), torch.zeros(4, 1)) + bce(disc(z), torch.ones(4, 1))).backward()
    opt_d.step()
    opt_g.zero_grad()
    bce(disc(fake), torch.ones(4, 1)).backward()
    opt_g.step()
assert gen.weight.grad is not None
print("OBSERVED clean")
