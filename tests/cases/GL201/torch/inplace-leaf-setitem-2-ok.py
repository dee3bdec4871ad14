# framework: torch
# verdict: clean
# seen: True
import torch as th
from torch.nn import functional as F


def make_kernel(channels, size=3):
    kernel = th.zeros(channels, channels, size)
    for c in range(channels):
        kernel[c, c, size // 2] = 1.0
    return kernel.requires_grad_()


def symmetric(kernel):
    out = kernel.clone()
    out[..., -1] = kernel[..., 0]
    return out


th.manual_seed(0)
kernel = make_kernel(2)
opt = th.optim.SGD([kernel], lr=0.1)
noisy = th.randn(1, 2, 32)
opt.zero_grad()
out = F.conv1d(noisy, symmetric(kernel), padding=1)
(out ** 2).mean().backward()
bumped = []
for delta in (1e-2, -1e-2):
    trial = kernel.detach().clone()
    trial[0, 0, 0] += delta
    bumped.append((F.conv1d(noisy, symmetric(trial), padding=1) ** 2).mean().item())
numeric = (bumped[0] - bumped[1]) / 2e-2
opt.step()
right = abs(kernel.grad[0, 0, 0].item() - numeric) < 1e-3 and kernel.grad[..., -1].abs().sum() == 0
print("OBSERVED", "clean" if right else "wrong", kernel.is_leaf)
