# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn.functional as F
from torch import nn


class NonNegativeLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in) * 0.1 + 0.2)
        self.bias = nn.Parameter(torch.zeros(n_out))
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        h = F.linear(x, F.softplus(self.weight), self.bias)
        return self.act(h)


torch.manual_seed(0)
net = nn.Sequential(NonNegativeLinear(2, 8), nn.Linear(8, 4), nn.ELU(inplace=False), nn.Linear(4, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
x = torch.rand(32, 2)
target = x.sum(dim=1, keepdim=True)
trace = []
for _ in range(60):
    opt.zero_grad()
    loss = F.mse_loss(net(x), target)
    loss.backward()
    opt.step()
    trace.append(loss.item())
alive = net[0].weight.grad.abs().sum() > 0
print("OBSERVED", "clean" if alive and trace[-1] < 0.5 * trace[0] else "wrong")
