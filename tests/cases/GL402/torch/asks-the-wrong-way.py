# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad
import torch
from torch import nn


def penalty(x, net):
    y = net(x)
    if y.grad_fn is not None:
        return 0.0
    loss = y.pow(2).sum()
    loss.backward()
    return loss


net = nn.Linear(3, 1)
with torch.no_grad():
    penalty(torch.randn(2, 3), net)  # HAZARD GL402
