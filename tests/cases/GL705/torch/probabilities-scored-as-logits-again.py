# framework: torch
# verdict: wrong
# seen: the gradient is not that of the cross entropy
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 3), nn.Softmax(dim=-1))
squash = nn.LogSoftmax(dim=-1)
x, y = torch.randn(7, 5) * 3, torch.randint(0, 3, (7,))
picked = squash(net(x)).gather(1, y[:, None])  # HAZARD GL705
loss = -picked.mean()
loss.backward()
right = torch.autograd.grad(nn.functional.cross_entropy(net[0](x), y), net[0].weight)[0]
print("OBSERVED", "clean" if torch.allclose(right, net[0].weight.grad) else "wrong")
