from .config import Settings
from .models import build_forecaster

__all__ = ["Settings", "build_forecaster"]
