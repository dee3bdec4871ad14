# framework: torch
# verdict: clean
# seen: the averages follow the weights
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
shadow = {name: p.detach().clone() for name, p in net.named_parameters()}
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(3):
    opt.zero_grad()
    net(torch.randn(5, 3)).pow(2).mean().backward()
    opt.step()
    with torch.no_grad():
        for name, p in net.named_parameters():
            kept = shadow[name]
            kept = kept * 0.99 + p * 0.01
            shadow[name] = kept
