# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch
from torch import nn
from torch.nn import functional as F


class EqualizedLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_out, n_in))
        self.weight.data.normal_(0, 1)
        self.bias = nn.Parameter(torch.zeros(n_out))
        self.bias.data = torch.full((n_out,), 0.01)
        self.gain = n_in ** -0.5

    def forward(self, x):
        return F.linear(x, self.weight * self.gain, self.bias)


def polyak(slow, fast, tau):
    for target, source in zip(slow.parameters(), fast.parameters()):
        target.data.copy_(tau * source.data + (1 - tau) * target.data)


torch.manual_seed(0)
net = nn.Sequential(EqualizedLinear(6, 10), nn.ReLU(), EqualizedLinear(10, 1))
slow = copy.deepcopy(net)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
x, y = torch.randn(20, 6), torch.randn(20, 1)
trace = []
for _ in range(30):
    opt.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    polyak(slow, net, tau=0.1)
    trace.append(loss.data.item())
alive = all(p.grad.any() for p in net.parameters())
lag = (slow[0].weight - net[0].weight).abs().max().item()
print("OBSERVED", "clean" if alive and lag > 0 and trace[-1] < trace[0] else "wrong")
