from .registry import MODELS, LOSSES
from . import models, losses

__all__ = ["MODELS", "LOSSES"]
