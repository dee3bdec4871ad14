from .uncertainty import UncertaintyWeights

__all__ = ["UncertaintyWeights"]
