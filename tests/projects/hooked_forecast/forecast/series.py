import torch


def windows(count, length, batch):
    t = torch.linspace(0, 20, count + length + 1)
    series = torch.sin(t) + 0.05 * torch.randn_like(t)
    x = series.unfold(0, length, 1)[:count]
    y = series[length : length + count]
    for start in range(0, count, batch):
        yield x[start : start + batch, :, None], y[start : start + batch]
