# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Losses:
    eps = 1e-8

    @staticmethod
    def charbonnier(a, b, eps=1e-3):
        return torch.sqrt((a - b).pow(2) + eps ** 2).mean()

    @classmethod
    def rmse(cls, a, b):
        return torch.sqrt(nn.functional.mse_loss(a, b) + cls.eps)

    @staticmethod
    def correlation(x):
        x = x - x.mean(0)
        std = x.var(0, unbiased=False).add(1e-6).sqrt()
        c = (x.t() @ x) / len(x)
        return (c / std[:, None] / std[None]).pow(2).mean()

    @staticmethod
    def geodesic(r1, r2):
        trace = torch.einsum("bij,bij->b", r1, r2)
        return torch.acos(((trace - 1) / 2).clamp(-1 + 1e-6, 1 - 1e-6)).mean()


torch.manual_seed(0)
net = nn.Linear(3, 3)
x = torch.randn(5, 3)
z = net(x)
rot = torch.matrix_exp(z[:, :, None] * z[:, None, :] * 0.1)
loss = Losses.charbonnier(z, z.detach()) + Losses.rmse(z, x) + Losses.correlation(z) + Losses.geodesic(rot, rot.detach())
loss.backward()
print("OBSERVED", "clean" if net.weight.grad.isfinite().all() else "nan")
