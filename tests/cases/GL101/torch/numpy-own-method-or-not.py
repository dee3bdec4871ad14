# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch
from torch import nn

net = nn.Linear(3, 1)
guess = np.squeeze(net(torch.randn(4, 3)))
loss = np.abs(guess).mean()  # HAZARD GL101
loss.backward()
