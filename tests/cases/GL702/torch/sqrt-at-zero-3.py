# framework: torch
# verdict: nan
# seen: nan
import torch
from torch import nn


class TripletDistance(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)

    def forward(self, x):
        z = self.net(x)
        diff = z.unsqueeze(0) - z.unsqueeze(1)
        dist = torch.sqrt(diff.pow(2).sum(-1))  # HAZARD GL702
        return torch.relu(1.0 - dist).mean()


torch.manual_seed(0)
net = TripletDistance()
net(torch.randn(4, 3)).backward()
print("OBSERVED", "nan" if net.net.weight.grad.isnan().any() else "clean")
