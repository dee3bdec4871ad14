# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn
import torch.nn.functional as F


class TwoStage(nn.Module):
    def __init__(self):
        super().__init__()
        self.coarse = nn.Linear(4, 4)
        self.fine = nn.Linear(4, 2)

    def forward(self, x):
        proposals = F.gelu(self.coarse(x))
        return self.fine(torch.tensor(proposals, device=x.device))  # HAZARD GL105


torch.manual_seed(0)
net = TwoStage()
opt = torch.optim.Adam(net.parameters())
loss = F.cross_entropy(net(torch.randn(5, 4)), torch.tensor([0, 1, 0, 1, 1]))
opt.zero_grad()
loss.backward()
opt.step()
print("OBSERVED", "none" if net.coarse.weight.grad is None else "clean")
