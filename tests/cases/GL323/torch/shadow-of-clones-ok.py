# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
net = torch.nn.Linear(2, 1)
shadow = {name: p.detach().clone() for name, p in net.named_parameters()}
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    net(torch.ones(1, 2)).pow(2).sum().backward()
    optimizer.step()
    with torch.no_grad():
        for name, p in net.named_parameters():
            shadow[name].mul_(0.9).add_(p, alpha=0.1)
