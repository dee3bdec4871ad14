# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [4, 2]], which is out
import torch
from torch import nn


@torch.compile(backend="eager")
def gate(x, w):
    s = torch.sigmoid(x @ w)
    s.clamp_(0.05, 0.95)  # HAZARD GL203
    return s


torch.manual_seed(0)
w = torch.randn(3, 2, requires_grad=True)
gate(torch.randn(4, 3), w).sum().backward()
