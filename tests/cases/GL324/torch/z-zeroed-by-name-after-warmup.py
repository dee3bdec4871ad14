# framework: torch
# verdict: wrong
# seen: the backbone moves on with the averages of Adam
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(4, 8)
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.backbone(x)))


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
before = []
for step in range(6):
    optimizer.zero_grad()
    net(torch.randn(16, 4)).pow(2).mean().backward()
    for name, p in net.named_parameters():
        if step > 2 and "backbone" in name:
            p.grad *= 0.0  # HAZARD GL324
    before.append(net.backbone.weight.detach().clone())
    optimizer.step()
assert not torch.equal(before[-1], before[-2])
