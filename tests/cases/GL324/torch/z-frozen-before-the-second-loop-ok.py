# framework: torch
# verdict: clean
# seen: they stay what they were
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 8)
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.encoder(x)))


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=0.01)
x, y = torch.randn(16, 4), torch.randn(16, 1)
for _ in range(3):
    net.zero_grad(set_to_none=False)
    nn.functional.mse_loss(net(x), y).backward()
    opt.step()
net.encoder.requires_grad_(False)
frozen = net.encoder.weight.detach().clone()
opt = torch.optim.Adam(net.head.parameters(), lr=0.01)
for _ in range(3):
    net.zero_grad(set_to_none=False)
    nn.functional.mse_loss(net(x), y).backward()
    opt.step()
broken = not torch.equal(frozen, net.encoder.weight)
assert not broken
