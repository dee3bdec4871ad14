from .networks import Classifier
from .ema import EMATeacher

__all__ = ["Classifier", "EMATeacher"]
