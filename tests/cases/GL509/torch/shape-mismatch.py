# framework: torch
# verdict: raises
# seen: RuntimeError: shape '[8, 24]' is invalid for input of size 200
import torch
from torch import nn
from torch.nn import functional as F


class SmallNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = nn.Parameter(torch.randn(24, 10) * 0.1)

    def forward(self, x):
        return F.relu(x @ self.mix)


torch.manual_seed(0)
net = SmallNet()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
images = torch.rand(8, 5, 5)
flat = images.view(8, 24)  # HAZARD GL509
opt.zero_grad()
loss = F.cross_entropy(net(flat), torch.randint(0, 10, (8,)))
loss.backward()
opt.step()
