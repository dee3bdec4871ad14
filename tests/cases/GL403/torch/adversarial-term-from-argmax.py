# framework: torch
# verdict: wrong
# seen: the adversarial term has no graph, the reconstruction has one
import torch
import torch.nn.functional as F
from torch import nn

gen, disc = nn.Linear(4, 4), nn.Linear(8, 2)
opt = torch.optim.Adam(gen.parameters())
for x in torch.randn(2, 8, 4):
    est = gen(x)
    verdict = disc(torch.cat([x, est], 1))
    verdict = torch.argmax(verdict, dim=-1)  # HAZARD GL403
    gan = F.mse_loss(verdict.flatten().float(), torch.ones(8))
    loss = gan + F.mse_loss(est, x)
    opt.zero_grad()
    loss.backward()
    opt.step()
assert not gan.requires_grad
print("OBSERVED wrong")
