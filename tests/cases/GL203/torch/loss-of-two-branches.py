# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation
import sys

import torch
from torch import nn

maker = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
judge = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
maker_optimizer = torch.optim.SGD(maker.parameters(), lr=0.1)
judge_optimizer = torch.optim.SGD(judge.parameters(), lr=0.1)
soft = len(sys.argv) > 5
for real in torch.randn(2, 6, 3):
    made = judge(maker(torch.randn(6, 2)))
    maker_optimizer.zero_grad()
    (-made.mean()).backward(retain_graph=True)
    maker_optimizer.step()
    judge_optimizer.zero_grad()
    if soft:
        loss = made.exp().mean() - judge(real).mean()
    else:
        loss = made.mean() - judge(real).mean()
    loss.backward()  # HAZARD GL203
    judge_optimizer.step()
