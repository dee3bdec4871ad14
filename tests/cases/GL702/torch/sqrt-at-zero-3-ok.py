# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class TripletDistance(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)

    def forward(self, x):
        z = self.net(x)
        diff = z.unsqueeze(0) - z.unsqueeze(1)
        dist = torch.sqrt(diff.pow(2).sum(-1) + 1e-8)
        other = torch.sqrt((1 + z.pow(2)).sum(-1))
        rms = z.pow(2).mean(-1).clamp(min=1e-6).sqrt()
        return torch.relu(1.0 - dist).mean() + other.mean() + rms.mean() + torch.cdist(z, z).mean()


torch.manual_seed(0)
net = TripletDistance()
net(torch.randn(4, 3)).backward()
print("OBSERVED", "clean" if net.net.weight.grad.isfinite().all() else "nan")
