import torch


def table(n=64, dim=6):
    x = torch.randn(n, dim)
    coefficients = torch.linspace(-1.0, 1.0, dim)
    return x, x @ coefficients
