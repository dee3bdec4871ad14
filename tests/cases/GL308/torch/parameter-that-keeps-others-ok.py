# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class FlatParameter(nn.Parameter):
    """One parameter for several; it is no module and registers nothing."""

    def __new__(cls, parts):
        return super().__new__(cls, torch.cat([part.detach().flatten() for part in parts]))

    def __init__(self, parts):
        self.parts = parts


flat = FlatParameter([nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(3))])
(flat * flat).sum().backward()
assert flat.grad is not None
