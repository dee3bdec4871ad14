# framework: torch
# verdict: wrong
# seen: the penalty of the activations changes no gradient
import torch
from torch import nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 8), nn.Linear(8, 1)
        self.kept = None

    def forward(self, x):
        hidden = torch.relu(self.body(x))
        self.kept = hidden.data  # HAZARD GL401
        return self.head(hidden)


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    out = net(torch.randn(3, 4))
    loss = nn.functional.mse_loss(out, torch.ones(3, 1)) + 0.01 * net.kept.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
