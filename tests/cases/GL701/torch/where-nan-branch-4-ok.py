# framework: torch
# verdict: clean
# seen: gradient as expected
"""A low-pass filter is made once from plain numbers; the where in it guards nothing that is ever differentiated."""

import math
import os

import torch
from torch import nn


def sinc_filter(cutoff: float, kernel_size: int) -> torch.Tensor:
    half = kernel_size // 2
    window = torch.kaiser_window(kernel_size, beta=4.0, periodic=False)
    even = kernel_size % 2 == 0
    time = torch.arange(-half, half) + 0.5 if even else torch.arange(kernel_size) - half
    time = 2 * cutoff * time
    sinc = torch.where(time == 0, torch.ones_like(time), torch.sin(math.pi * time) / math.pi / time)
    taps = 2 * cutoff * window * sinc
    return taps / taps.sum()


class DownSample(nn.Module):
    def __init__(self, ratio: int = 2, kernel_size: int | None = None):
        super().__init__()
        self.ratio = ratio
        self.kernel_size = kernel_size or int(6 * ratio // 2) * 2
        self.register_buffer("filter", sinc_filter(0.5 / ratio, self.kernel_size).view(1, 1, self.kernel_size))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        channels = x.shape[1]
        return nn.functional.conv1d(x, self.filter.expand(channels, -1, -1), stride=self.ratio, groups=channels)


class Vocoder(nn.Module):
    def __init__(self, kernel_size: int = 7):
        super().__init__()
        self.lift = nn.Conv1d(1, 4, 3, padding=1)
        self.down = DownSample(ratio=2, kernel_size=kernel_size)

    def forward(self, x):
        return self.down(torch.tanh(self.lift(x)))


if __name__ == "__main__":
    torch.manual_seed(0)
    net = globals()[os.environ.get("NET", "Vocoder")]()
    wave = torch.rand(2, 1, 32, requires_grad=True)
    net(wave).square().mean().backward()
    grads = [wave.grad, *(p.grad for p in net.parameters())]
    print("OBSERVED", "clean" if all(g.isfinite().all() and g.any() for g in grads) else "nan")
