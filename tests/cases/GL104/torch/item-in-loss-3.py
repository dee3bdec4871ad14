# framework: torch
# verdict: wrong
# seen: tensor(9.6304)
import torch
from torch import Tensor, nn
from torch.nn import functional as F


def barlow(za: Tensor, zb: Tensor, off_weight: float = 0.1) -> Tensor:
    za = (za - za.mean(0)) / (za.std(0) + 1e-4)
    zb = (zb - zb.mean(0)) / (zb.std(0) + 1e-4)
    corr = za.t() @ zb / za.shape[0]
    on = (corr.diagonal() - 1).pow(2).sum()
    off = float(corr.pow(2).sum() - corr.diagonal().pow(2).sum())  # HAZARD GL104
    return on + off_weight * off


def reference(za: Tensor, zb: Tensor) -> Tensor:
    za = (za - za.mean(0)) / (za.std(0) + 1e-4)
    zb = (zb - zb.mean(0)) / (zb.std(0) + 1e-4)
    corr = za.t() @ zb / za.shape[0]
    eye = torch.eye(corr.shape[0])
    return (((corr - eye) ** 2) * (eye + 0.1 * (1 - eye))).sum()


torch.manual_seed(0)
net = nn.Linear(8, 4)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
views = torch.randn(2, 16, 8)
opt.zero_grad()
barlow(*(F.relu(net(v)) for v in views)).backward()
got = net.weight.grad.clone()
opt.zero_grad()
reference(*(F.relu(net(v)) for v in views)).backward()
print("OBSERVED", "clean" if torch.allclose(got, net.weight.grad, atol=1e-5) else "wrong", got.norm())
opt.step()
