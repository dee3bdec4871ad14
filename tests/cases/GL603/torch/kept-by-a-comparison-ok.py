# framework: torch
# verdict: clean
# seen: gradient as expected; the graph is kept for all classes but the last
import torch
from torch import nn

net = nn.Linear(3, 4)


def accumulate(x):
    scores = net(x).exp().sum(0)
    last = scores.shape[0] - 1
    for i in range(scores.shape[0]):
        keep = i != last
        scores[i].backward(retain_graph=keep)


for _ in range(2):
    accumulate(torch.randn(5, 3))
