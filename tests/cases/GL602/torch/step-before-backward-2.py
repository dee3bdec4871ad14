# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn

torch.manual_seed(0)
g, d = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.Adam(g.parameters(), lr=1e-2)
opt_d = torch.optim.Adam(d.parameters(), lr=1e-2)
start = d.weight.detach().clone()
real = torch.randn(8, 3)
for it in range(1):
    fake = g(torch.randn(8, 2))
    opt_d.zero_grad()
    loss_d = d(fake.detach()).mean() - d(real).mean()
    opt_d.step()  # HAZARD GL602
    loss_d.backward()
    opt_g.zero_grad()
    loss_g = -d(fake).mean()
    loss_g.backward()
    opt_g.step()
print("OBSERVED", "none" if torch.equal(start, d.weight) else "clean")
