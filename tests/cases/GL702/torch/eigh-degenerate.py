# framework: torch
# verdict: nan
# seen: loss 0.646
import torch
from torch import nn


class Whitening(nn.Module):
    """Turns its input into the principal axes of a learned covariance."""

    def __init__(self, dim):
        super().__init__()
        self.factor = nn.Parameter(torch.eye(dim))
        self.bias = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        covariance = self.factor @ self.factor.t() + 1e-4 * torch.eye(len(self.factor))
        variances, axes = torch.linalg.eigh(covariance)
        return (x - self.bias) @ axes / variances.sqrt()  # HAZARD GL702


torch.manual_seed(0)
model = nn.Sequential(Whitening(4), nn.Linear(4, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x, y = torch.randn(16, 4), torch.randint(0, 2, (16,))
optimizer.zero_grad()
loss = nn.functional.cross_entropy(model(x), y)
loss.backward()
lost = model[0].factor.grad.isnan().any().item()
optimizer.step()
print("OBSERVED", "nan" if lost else "clean", "loss", round(loss.item(), 3))
