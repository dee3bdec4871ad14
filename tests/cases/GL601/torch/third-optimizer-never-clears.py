# framework: torch
# verdict: wrong
# seen: the third step uses the gradients of all three losses
import itertools

import torch
from torch import nn, optim

torch.manual_seed(0)
maker, judge = nn.Linear(3, 3), nn.Linear(3, 2)
makers = optim.SGD(maker.parameters(), lr=0.0)
judges = optim.SGD(judge.parameters(), lr=0.0)
both = optim.SGD(itertools.chain(maker.parameters(), judge.parameters()), lr=0.0)
for _ in range(2):
    x = torch.randn(5, 3)
    judges.zero_grad()
    judge(maker(x).detach()).square().mean().backward()
    judges.step()
    makers.zero_grad()
    judge(maker(x)).mean().backward()  # HAZARD GL601 # HAZARD GL414
    makers.step()
    shared = judge(maker(x)).square().sum()
    (alone,) = torch.autograd.grad(shared, judge.weight, retain_graph=True)
    shared.backward()  # HAZARD GL601
    both.step()
print("OBSERVED", "clean" if torch.allclose(judge.weight.grad, alone) else "wrong")
