import torch


def spirals(n, seed):
    gen = torch.Generator().manual_seed(seed)
    label = torch.randint(0, 2, (n,), generator=gen)
    radius = torch.rand(n, generator=gen) * 3
    angle = radius + 3.1416 * label
    return torch.stack([radius * angle.cos(), radius * angle.sin()], dim=1), label


def batched(x, y, size):
    return [(x[i:i + size], y[i:i + size]) for i in range(0, len(x), size)]
