# framework: torch
# verdict: wrong
# seen: the weight never moves
import torch
from torch.nn.utils import parametrizations

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
parametrizations.weight_norm(net[0])  # HAZARD GL310
before = net[0].weight.detach().clone()
net(torch.ones(1, 2)).pow(2).sum().backward()
optimizer.step()
assert torch.equal(before, net[0].weight.detach())
