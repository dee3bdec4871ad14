# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
import torch.nn.functional as F


def focal(logits, y, gamma=2.0):
    ce = F.binary_cross_entropy_with_logits(logits, y, reduction="none")
    p = torch.exp(-ce)
    return ((1 - p) ** gamma * ce).mean()


def entropy(logits):
    logp = F.log_softmax(logits, -1)
    return -(logp.exp() * logp).sum(-1).mean()


def clipped(p):
    return torch.log(p.clamp(1e-6, 1 - 1e-6)).mean()


def kl_to_uniform(logits):
    p = logits.softmax(-1)
    return (p * torch.log(p + 1e-8)).sum(-1).mean()


torch.manual_seed(0)
net = nn.Linear(2, 3)
z = net(1000 * torch.randn(6, 2))
loss = focal(z, torch.randint(0, 2, (6, 3)).float()) + entropy(z) + clipped(torch.sigmoid(z)) + kl_to_uniform(z)
loss.backward()
print("OBSERVED", "clean" if net.weight.grad.isfinite().all() else "nan")
