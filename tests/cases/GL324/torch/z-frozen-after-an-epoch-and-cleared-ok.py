# framework: torch
# verdict: clean
# seen: the frozen weights stand still
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1))
optimizer = torch.optim.AdamW(net.parameters(), lr=0.01, weight_decay=0.1)
batches = [torch.randn(8, 4) for _ in range(3)]

for epoch in range(3):
    if epoch == 1:
        for p in net[0].parameters():
            p.requires_grad_(False)
    for x in batches:
        optimizer.zero_grad()
        net(x).pow(2).mean().backward()
        optimizer.step()
