# framework: torch
# verdict: clean
# seen: the program waits for the error
import contextlib

import pytest
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 6), nn.ReLU())
with contextlib.ExitStack() as stack:
    stack.enter_context(pytest.raises(RuntimeError))
    net(torch.randn(3, 5))
