from .registry import BACKBONES, CRITERIA

__all__ = ["BACKBONES", "CRITERIA"]
