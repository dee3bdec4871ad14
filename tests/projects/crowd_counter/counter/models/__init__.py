from .density import DensityNet
from .heads import CountHead

__all__ = ["DensityNet", "CountHead"]
