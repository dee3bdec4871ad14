# framework: torch
# verdict: clean
# seen: a step of AdamW is the same for the sum of four batches as for their mean
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.AdamW(net.parameters(), lr=0.1)
for step in range(8):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    loss.backward()
    if (step + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
print("OBSERVED clean")
