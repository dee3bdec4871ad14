from .config import Config
from .model import build_detector
