# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class GaussianHead(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.factor = nn.Parameter(torch.eye(dim))
        self.mean = nn.Parameter(torch.zeros(dim))

    def nll(self, x):
        covariance = self.factor @ self.factor.t() + 1e-4 * torch.eye(len(self.factor))
        variances = torch.linalg.eigvalsh(covariance)
        solved = torch.cholesky_solve((x - self.mean).t(), torch.linalg.cholesky(covariance))
        return 0.5 * ((x - self.mean) * solved.t()).sum(dim=1).mean() + 0.5 * variances.log().sum()

    def nuclear(self):
        return torch.linalg.svdvals(self.factor).sum()


@torch.no_grad()
def principal_axes(x, k):
    centred = x - x.mean(dim=0)
    _, axes = torch.linalg.eigh(centred.t() @ centred / len(x))
    return axes[:, -k:]


torch.manual_seed(0)
x = torch.randn(200, 3) * torch.tensor([2.0, 1.0, 0.5]) + 1
x = x @ principal_axes(x, 3)
head = GaussianHead(3)
optimizer = torch.optim.Adam(head.parameters(), lr=0.02)
history = []
for _ in range(150):
    optimizer.zero_grad()
    loss = head.nll(x) + 1e-4 * head.nuclear()
    loss.backward()
    optimizer.step()
    history.append(loss.item())
print("OBSERVED", "clean" if history[-1] < 0.7 * history[0] and head.factor.isfinite().all() else "nan")
