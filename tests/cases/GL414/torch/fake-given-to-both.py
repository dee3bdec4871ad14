# framework: torch
# verdict: wrong
# seen: the loss of the judge is in the gradient of the maker
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
maker, judge = nn.Linear(2, 3), nn.Linear(3, 1)
of_maker = torch.optim.Adam(maker.parameters(), lr=1e-3)
of_judge = torch.optim.Adam(judge.parameters(), lr=1e-3)
for real in torch.randn(5, 4, 3):
    of_maker.zero_grad()
    of_judge.zero_grad()
    fake = maker(torch.randn(4, 2))
    good, bad = judge(real), judge(fake)  # HAZARD GL414
    loss = F.softplus(-good).mean() + F.softplus(bad).mean()
    loss.backward()
    of_judge.step()
    left = maker.weight.grad.clone()
    F.softplus(-judge(maker(torch.randn(4, 2)))).mean().backward()
    of_maker.step()
assert left.abs().max() > 0
print("OBSERVED wrong")
