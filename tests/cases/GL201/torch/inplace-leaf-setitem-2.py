# framework: torch
# verdict: raises
# seen: RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch as th
from torch.nn import functional as F


def make_kernel(channels, size=3):
    kernel = th.zeros(channels, channels, size, requires_grad=True)
    for c in range(channels):
        kernel[c, c, size // 2] = 1.0  # HAZARD GL201
    return kernel


def smoothness(signal):
    return (signal[..., 1:] - signal[..., :-1]).pow(2).mean()


th.manual_seed(0)
kernel = make_kernel(2)
opt = th.optim.SGD([kernel], lr=0.1)
noisy = th.randn(1, 2, 32)
for _ in range(10):
    opt.zero_grad()
    out = F.conv1d(noisy, kernel, padding=1)
    loss = smoothness(out) + 0.1 * F.mse_loss(out, noisy)
    loss.backward()
    opt.step()
