import torch.nn.functional as F

from .registry import CRITERIA


def negative_cosine(p, z):
    return -F.cosine_similarity(p.detach(), z, dim=-1).mean()  # HAZARD detach-prediction GL401


@CRITERIA.register("simsiam")
def simsiam_loss(p1, p2, z1, z2):
    return 0.5 * negative_cosine(p1, z2) + 0.5 * negative_cosine(p2, z1)


@CRITERIA.register("mse")
def feature_mse(p1, p2, z1, z2):
    return F.mse_loss(p1, z2.detach()) + F.mse_loss(p2, z1.detach())
