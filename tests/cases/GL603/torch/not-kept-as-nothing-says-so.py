# framework: torch
# verdict: raises
# seen: Trying to backward through the graph a second time
import torch
from torch import nn

net = nn.Linear(3, 4)
scores = net(torch.randn(5, 3)).exp().sum(0)
for score in scores:
    score.backward(retain_graph=None)  # HAZARD GL603
