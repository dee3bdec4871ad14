from .loss import perceptual

__all__ = ["perceptual"]
