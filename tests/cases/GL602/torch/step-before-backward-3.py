# framework: torch
# verdict: none
# seen: the first step finds no gradient, whichever branch is taken
import torch
from torch import nn

torch.manual_seed(2)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 3), torch.randn(8, 2)
careful = x.mean().item() > 0
loss = nn.functional.mse_loss(net(x), y)
before = net.weight.detach().clone()
if careful:
    loss = loss * 0.5
else:
    loss = loss * 2.0
optimizer.step()  # HAZARD GL602
loss.backward()
print("OBSERVED", "none" if torch.equal(before, net.weight) else "clean")
