# framework: torch
# verdict: clean
# seen: gradient as expected; the sum is assigned anew in every pass
import torch
from torch import nn

net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in [torch.randn(4, 3) for _ in range(4)]:
    opt.zero_grad()
    first = net(x).pow(2).mean()
    first.backward(retain_graph=True)
    loss = first + net(x).abs().mean()
    loss.backward()
    opt.step()
    loss += first
    assert loss.item() > 0
