# framework: torch
# verdict: clean
# seen: the program waits for the error
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 6), nn.ReLU())
try:
    net(torch.randn(3, 5))
except RuntimeError:
    print("as expected")
