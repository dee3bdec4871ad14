# framework: torch
# verdict: clean
# seen: the scales are trained
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = nn.Linear(n, n)
        self.scales = [torch.ones(n, requires_grad=True) for _ in range(2)]

    def forward(self, x):
        for scale in self.scales:
            x = self.linear(x) * scale
        return x


net = Scaled(3)
optimizer = torch.optim.SGD([*net.parameters(), *net.scales], lr=0.1)
for _ in range(2):
    loss = (net(torch.randn(8, 3)) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(net.scales)
