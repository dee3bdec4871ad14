# framework: torch
# verdict: wrong
# seen: the gradient is still infinite
import torch

net = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
(net(torch.ones(1, 1)) * 1e20).pow(2).sum().backward()
for p in net.parameters():
    if p.grad is not None:
        p.grad.nan_to_num(0.0, posinf=1.0, neginf=-1.0)  # HAZARD GL614
optimizer.step()
