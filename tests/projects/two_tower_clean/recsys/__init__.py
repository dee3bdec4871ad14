from .factors import TwoTower
from .objectives import bpr, popularity_penalty
__all__ = ["TwoTower", "bpr", "popularity_penalty"]
