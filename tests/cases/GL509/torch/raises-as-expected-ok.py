# framework: torch
# verdict: clean
# seen: the program waits for the error
import pytest
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 6), nn.ReLU())
with pytest.raises(RuntimeError):
    net(torch.randn(3, 5))
