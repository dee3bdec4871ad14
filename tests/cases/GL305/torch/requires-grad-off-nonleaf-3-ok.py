# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.body, self.head = nn.Linear(3, 4), nn.Linear(4, 4), nn.Linear(4, 2)

    def freeze(self, *names):
        for name in names:
            for p in getattr(self, name).parameters():
                p.requires_grad = False
        return self

    def unfreeze(self):
        self.requires_grad_(True)

    def forward(self, x):
        with torch.set_grad_enabled(self.stem.weight.requires_grad):
            h = self.stem(x)
        return self.head(torch.relu(self.body(h)))


torch.manual_seed(3)
net = Net().freeze("stem")
opt = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.1)
x, y = torch.randn(4, 3), torch.tensor([0, 1, 0, 1])
for epoch in range(3):
    if epoch == 2:
        net.unfreeze()
        opt = torch.optim.SGD(net.parameters(), lr=0.01)
    opt.zero_grad()
    nn.functional.cross_entropy(net(x), y).backward()
    opt.step()
reference = net(x).detach()
reference.requires_grad = False
print("OBSERVED", "clean" if net.stem.weight.grad is not None and net.body.weight.grad.any() else "wrong")
