import torch


def clusters(n, dim, classes, seed=0):
    gen = torch.Generator().manual_seed(seed)
    centers = 2 * torch.randn(classes, dim, generator=gen)
    labels = torch.randint(0, classes, (n,), generator=gen)
    return centers[labels] + torch.randn(n, dim, generator=gen), labels
