from utils.monitor import GradientMonitor

__all__ = ["GradientMonitor"]
