import torch

__all__ = ["sample_batch", "chain"]


def chain(joints):
    return [(i, i + 1) for i in range(joints - 1)]


def sample_batch(n, joints, size=12):
    positions = torch.rand(n, joints, 2) * 2 - 1
    grid = torch.linspace(-1, 1, size)
    images = torch.zeros(n, 1, size, size)
    for j in range(joints):
        dx = (grid[None, None, :] - positions[:, j, 0, None, None]) ** 2
        dy = (grid[None, :, None] - positions[:, j, 1, None, None]) ** 2
        images[:, 0] += (j + 1) / joints * torch.exp(-(dx + dy) / 0.05)
    return images, positions
