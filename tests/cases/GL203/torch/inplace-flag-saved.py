# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [16, 8]], which is output 0 of Relu, is at version 1; expected version 0 instead. Hint: enable anomal
import torch
from torch import nn


class PreAct(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.shortcut = nn.Linear(dim, dim)
        self.branch = nn.Linear(dim, dim)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        h = self.norm(x)
        skip = self.shortcut(h)
        out = self.branch(self.act(h))  # HAZARD GL203
        return out + skip


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), PreAct(8), nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.05)
x, y = torch.randn(16, 4), torch.randn(16, 1)
for _ in range(2):
    opt.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.step()
