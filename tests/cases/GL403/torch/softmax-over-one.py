# framework: torch
# verdict: zero
# seen: a softmax over one unit is 1 whatever the unit says
import torch
import torch.nn.functional as F
from torch import nn


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.out = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        return F.log_softmax(self.out(torch.relu(self.hidden(x))), dim=1)  # HAZARD GL403


x = torch.randn(8, 3)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1), nn.Softmax(dim=1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
F.binary_cross_entropy(net(x), torch.rand(8, 1)).backward()  # HAZARD GL403
opt.step()
score = Score()
opt = torch.optim.SGD(score.parameters(), lr=0.1)
F.nll_loss(score(x), torch.zeros(8, dtype=torch.long)).backward()
opt.step()
assert all(p.grad.abs().max() == 0 for p in (*net.parameters(), *score.parameters()))
print("OBSERVED zero")
