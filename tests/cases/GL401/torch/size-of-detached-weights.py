# framework: torch
# verdict: wrong
# seen: the penalty is a number
import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(6, 6)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(4, 6)
error = (net(x) - x).square().mean()
size = np.square(net.weight.detach().cpu().numpy()).sum()  # HAZARD GL401
loss = error + 0.1 * size
(alone,) = torch.autograd.grad(error, net.weight, retain_graph=True)
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "wrong" if torch.equal(alone, net.weight.grad) else "clean")
