# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
import numpy as np
import torch
from torch import nn


def gaussian_nll(mean, log_std, x):
    var = np.exp(2 * log_std)  # HAZARD GL101
    return ((x - mean) ** 2 / var + 2 * log_std).mean()


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 1)
        self.log_std = nn.Parameter(torch.zeros(1))


head = Head()
x, y = torch.randn(5, 3), torch.randn(5, 1)
loss = gaussian_nll(head.mean(x), head.log_std, y)
loss.backward()
