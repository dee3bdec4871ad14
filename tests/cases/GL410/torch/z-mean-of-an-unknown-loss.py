# framework: torch
# verdict: wrong
# seen: the gradient is that of one process, divided by their number
import torch.distributed as dist
from torch.nn import functional as F


def step(model, optimizer, x, y, count):
    loss = F.mse_loss(model(x), y)
    optimizer.zero_grad()
    dist.all_reduce(loss)  # HAZARD GL410
    loss = loss / count
    loss.backward()
    optimizer.step()
