# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import autograd, nn
from torch.nn import functional as F

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = [(torch.randn(4, 3), torch.tensor([0, 1, 0, 1])) for _ in range(2)]
for _ in range(2):
    losses = [F.cross_entropy(net(x), y) for x, y in batches]
    mean_loss = sum(losses) / len(losses)
    first = autograd.grad(losses[0], net.weight, create_graph=True)[0]
    mean = autograd.grad(mean_loss, net.weight, retain_graph=True)[0]
    objective = mean_loss + (first - mean).pow(2).sum()
    optimizer.zero_grad()
    objective.backward()
    optimizer.step()
