import numpy as np
import torch


def composite(sigma, rgb, z):
    delta = z[:, 1:] - z[:, :-1]
    delta = torch.cat([delta, torch.full_like(delta[:, :1], 1e10)], dim=1)
    alpha = 1 - torch.exp(-sigma * delta)
    trans = torch.cumprod(1 - alpha + 1e-10, dim=1)
    weights = alpha * trans
    return (weights[..., None] * rgb).sum(dim=1)


def psnr(mse):
    return -10 * np.log10(mse)
