# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
head = nn.Linear(2, 1)
opt = torch.optim.Adam(head.parameters(), lr=0.01)
places = [(torch.randn(5, 2), torch.randn(5, 1)) for _ in range(2)]


def risk(x, y):
    return (head(x) - y).square().mean()



for _ in range(2):
    here, there = (risk(*each) for each in places)
    reference = torch.autograd.grad(there, head.weight, retain_graph=True)[0]
    moving = torch.autograd.grad(here, head.weight, create_graph=True)[0]
    gap = reference - moving
    total = here + there + gap.abs().sum()
    opt.zero_grad()
    total.backward()
    opt.step()
