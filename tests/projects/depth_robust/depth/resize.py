import torch.nn.functional as F


def upsample(x, factor):
    return F.interpolate(x, scale_factor=factor, mode="nearest")
