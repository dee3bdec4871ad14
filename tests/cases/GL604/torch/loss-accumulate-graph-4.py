# framework: torch
# verdict: leak
# seen: leak
import torch
from torch import nn
from collections import deque


class Smoothed:
    def __init__(self, size=5):
        self.window = deque(maxlen=size)
        self.total = 0.0

    def update(self, value):
        self.window.append(float(value))
        self.total = self.total + value


torch.manual_seed(0)
net, meter = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1)), Smoothed()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
running = torch.zeros(())
for _ in range(3):
    loss = net(torch.randn(4, 2)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    running = running + loss  # HAZARD GL604
    meter.update(loss.detach())
print("OBSERVED", "leak" if running.requires_grad and not meter.total.requires_grad else "clean")
