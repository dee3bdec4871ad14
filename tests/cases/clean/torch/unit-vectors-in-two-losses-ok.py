# framework: torch
# verdict: clean
# seen: distances of unit vectors are at most two
import torch
import torch.nn.functional as F
from torch import nn


def uniformity(x, t=2.0):
    z = F.normalize(x, dim=1)
    return torch.log(torch.exp(-t * torch.pdist(z).square()).mean())


def contrast(z, labels):
    z = F.normalize(z, dim=1)
    logits = z @ z.T / 0.1
    same = torch.eq(labels[:, None], labels[None]).float()
    other = 1.0 - torch.eye(len(z))
    log_prob = logits - torch.log((torch.exp(logits) * other).sum(1, keepdim=True))
    return -((same * other * log_prob).sum(1) / (same * other).sum(1).clamp(min=1)).mean()


torch.manual_seed(0)
encoder = nn.Linear(5, 3)
z = encoder(torch.randn(6, 5))
(uniformity(z) + contrast(z, torch.tensor([0, 0, 1, 1, 2, 2]))).backward()
assert torch.isfinite(encoder.weight.grad).all()
print("OBSERVED clean")
