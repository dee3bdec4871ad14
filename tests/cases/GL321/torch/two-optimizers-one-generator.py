# framework: torch
# verdict: raises
# seen: ValueError: optimizer got an empty parameter list
import torch

net = torch.nn.Linear(2, 1)
weights = (p for p in net.parameters() if p.requires_grad)
slow = torch.optim.SGD(weights, lr=0.01)
fast = torch.optim.SGD(weights, lr=0.1)  # HAZARD GL321
net(torch.ones(1, 2)).sum().backward()
fast.step()
