from .mixing import GatedMix
from .stats import RunningScale

__all__ = ["GatedMix", "RunningScale"]
