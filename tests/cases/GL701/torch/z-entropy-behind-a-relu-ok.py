# framework: torch
# verdict: clean
# seen: relu hands exactly zero back where its result is zero, whatever comes
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
share = torch.relu(net(torch.randn(6, 3)))
entropy = torch.where(share > 0, -share * torch.log(share), torch.zeros_like(share))
optimizer.zero_grad()
entropy.sum().backward()
optimizer.step()
assert (share == 0).any() and torch.isfinite(net.weight.grad).all()
print("OBSERVED clean")
