# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

net = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net(torch.ones(1, 1)).pow(2).sum().backward()
for p in net.parameters():
    p.grad = p.grad.clamp(-1.0, 1.0)
    p.grad.nan_to_num_()
    shown = p.grad.abs().max()
optimizer.step()
