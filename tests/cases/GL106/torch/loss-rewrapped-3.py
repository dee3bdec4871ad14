# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn
from torch.autograd import Variable


def contrastive(a, b, margin=1.0):
    gap = (a - b).pow(2).sum(1)
    return torch.relu(margin - gap).mean()


torch.manual_seed(0)
tower = nn.Linear(3, 2)
opt = torch.optim.SGD(tower.parameters(), lr=0.1)
for step in range(2):
    opt.zero_grad()
    loss = contrastive(tower(torch.randn(4, 3)), tower(torch.randn(4, 3)))
    loss = torch.tensor(loss.data, requires_grad=True)  # HAZARD GL106
    loss.backward()
    opt.step()
print("OBSERVED", "none" if tower.weight.grad is None else "clean")
