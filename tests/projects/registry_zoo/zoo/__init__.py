from . import blocks, optim
from .registry import MODELS, OPTIMIZERS

__all__ = ["MODELS", "OPTIMIZERS", "blocks", "optim"]
