# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad
import numpy as np
import torch
from torch import nn

net = nn.Linear(3, 2)
out = net(torch.randn(4, 3)).mean(dim=1)
weights = np.random.beta(0.4, 0.4, 4)
loss = (out * weights).sum()  # HAZARD GL101
loss.backward()
