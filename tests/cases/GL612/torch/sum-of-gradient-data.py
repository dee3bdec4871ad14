# framework: torch
# verdict: wrong
# seen: the gradient is the sum over the processes, not the mean
import torch
import torch.distributed as dist
from torch import nn


def synchronise(module):
    for weight in module.parameters():
        if weight.grad is not None:
            dist.all_reduce(weight.grad.data, op=dist.ReduceOp.SUM)  # HAZARD GL612


def train(net, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).pow(2).mean().backward()
        synchronise(net)
        optimizer.step()


if dist.is_initialized():
    train(nn.Linear(3, 1), torch.randn(3, 4, 3))
