import torch


def icosphere(n=24):
    pts = torch.randn(n, 3)
    return pts / pts.norm(dim=1, keepdim=True)


def edges(n):
    return torch.stack([torch.arange(n), (torch.arange(n) + 1) % n], 1)
