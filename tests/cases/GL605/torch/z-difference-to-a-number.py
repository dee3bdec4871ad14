# framework: torch
# verdict: wrong
# seen: the gradient is that of the loss alone
import torch
from torch import autograd, nn
from torch.nn import functional as F

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(4, 3), torch.tensor([0, 1, 0, 1])
for _ in range(2):
    loss = F.cross_entropy(net(x), y)
    slope = autograd.grad(loss, net.weight, retain_graph=True)[0]  # HAZARD GL605
    objective = loss + (slope - 1.0).pow(2).sum()
    optimizer.zero_grad()
    objective.backward()
    optimizer.step()
