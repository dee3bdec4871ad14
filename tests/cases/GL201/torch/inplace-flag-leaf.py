# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
import torch.nn.functional as F
from torch import nn


class NonNegativeLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in) * 0.1)
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        return F.linear(x, F.relu(self.weight, inplace=True), self.bias)  # HAZARD GL201


class MonotoneNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(NonNegativeLinear(2, 8), nn.Tanh(), NonNegativeLinear(8, 1))

    def forward(self, x):
        return self.body(x)


torch.manual_seed(0)
net = MonotoneNet()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
x = torch.rand(32, 2)
for _ in range(3):
    opt.zero_grad()
    loss = F.mse_loss(net(x), x.sum(dim=1, keepdim=True))
    loss.backward()
    opt.step()
