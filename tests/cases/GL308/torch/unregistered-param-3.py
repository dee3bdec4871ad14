# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class Prior(nn.Module):
    def __init__(self, k, dim):
        super().__init__()
        self.means = nn.Parameter(torch.randn(k, dim))
        self.logits = torch.zeros(k, requires_grad=True)  # HAZARD GL308

    def forward(self, z):
        d = ((z[:, None] - self.means) ** 2).sum(-1)
        return torch.logsumexp(torch.log_softmax(self.logits, 0) - 0.5 * d, dim=1)


torch.manual_seed(0)
prior = Prior(3, 2)
opt = torch.optim.Adam(prior.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    (-prior(torch.randn(6, 2)).mean()).backward()
    opt.step()
print("OBSERVED", "wrong" if not prior.logits.any() else "clean")
