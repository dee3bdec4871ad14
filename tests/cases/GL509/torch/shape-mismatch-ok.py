# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class SmallNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = nn.Parameter(torch.randn(25, 10) * 0.1)

    def forward(self, x):
        return F.relu(x @ self.mix)


torch.manual_seed(0)
net = SmallNet()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
images = torch.rand(8, 5, 5)
flat = images.view(8, -1)
opt.zero_grad()
logits = net(flat)
loss = F.cross_entropy(logits, torch.randint(0, 10, (8,)))
loss.backward()
opt.step()
pairs = logits.detach().reshape(4, 2, 10).transpose(0, 1).reshape(-1, 5)
print("OBSERVED", "clean" if net.mix.grad.shape == (25, 10) and pairs.shape == (16, 5) else "wrong")
