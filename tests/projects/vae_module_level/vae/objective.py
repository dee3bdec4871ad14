import torch.nn.functional as F

from .network import divergence


def elbo_loss(output, posterior, target, beta):
    reconstruction = F.mse_loss(output, target, reduction="sum") / len(target)
    return reconstruction + beta * divergence(posterior)
