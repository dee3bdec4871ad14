from .rate import rate_penalty
from .distortion import distortion

__all__ = ["rate_penalty", "distortion", "total_loss"]


def total_loss(original, decoded, codes, weight):
    return distortion(original, decoded) + weight * rate_penalty(codes)
