# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(4, 3), torch.randn(4, 1)
loss = (net(x) - y).abs().mean().numpy()  # HAZARD GL102
optimizer.zero_grad()
loss.backward()
optimizer.step()
