# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

net = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net(torch.ones(1, 2)).sum().backward()
torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
optimizer.step()
