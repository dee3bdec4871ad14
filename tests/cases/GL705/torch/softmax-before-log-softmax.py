# framework: torch
# verdict: wrong
# seen: the gradient is much smaller than that of the log-probabilities
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 4)

    def forward(self, x):
        return F.softmax(self.fc(x), dim=1)


torch.manual_seed(0)
net = Net()
x, y = torch.randn(8, 6) * 4, torch.randint(0, 4, (8,))
loss = F.nll_loss(F.log_softmax(net(x), dim=1), y)  # HAZARD GL705
loss.backward()
right = torch.autograd.grad(F.nll_loss(F.log_softmax(net.fc(x), dim=1), y), net.fc.weight)[0]
print("OBSERVED", "clean" if torch.allclose(right, net.fc.weight.grad) else "wrong")
