import math

import torch


def hourly_load(n_days: int, seed: int = 0) -> torch.Tensor:
    gen = torch.Generator().manual_seed(seed)
    t = torch.arange(n_days * 24) / 24.0
    base = torch.sin(2 * math.pi * t) + 0.3 * torch.sin(4 * math.pi * t + 0.7)
    return base + 0.1 * torch.randn(t.shape, generator=gen)


def windows(series: torch.Tensor, history: int, horizon: int):
    total = history + horizon
    chunks = series.unfold(0, total, 3)
    return chunks[:, :history], chunks[:, history:]


def batches(x, y, size):
    for start in range(0, len(x), size):
        yield x[start:start + size], y[start:start + size]
