# framework: torch
# verdict: clean
# seen: the sum begins anew in each round
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
shown = torch.zeros(())
rounds = 3
while rounds > 0:
    for _ in range(torch.randint(1, 4, ()).item()):
        shown = net(torch.randn(4, 3)).abs().mean()
        optimizer.zero_grad()
        shown.backward()
        optimizer.step()
    shown = shown + 0.5 * net(torch.randn(4, 3)).square().mean()
    rounds -= 1
print("OBSERVED clean")
