# framework: torch
# verdict: clean
# seen: gradient as expected; the graph is kept for all classes but the last
import torch
from torch import nn

net = nn.Linear(3, 4)
x = torch.randn(5, 3)
fisher = net(x).log_softmax(1).sum(0)
for i, each in enumerate(fisher):
    each.backward(retain_graph=True if (i < fisher.shape[0] - 1) else False)
