# framework: torch
# verdict: nan
# seen: nan
import torch
from torch import nn


def info_nce(q, k, t=0.001):
    sim = q @ k.t() / t
    e = sim.exp()
    return -torch.log(e.diagonal() / e.sum(dim=1)).mean()  # HAZARD GL703


torch.manual_seed(0)
net = nn.Linear(3, 4)
q = nn.functional.normalize(net(torch.randn(5, 3)), dim=-1)
info_nce(q, q.roll(1, 0)).backward()
print("OBSERVED", "nan" if not net.weight.grad.isfinite().all() else "clean")
