from models.network import SignalNet

__all__ = ["SignalNet"]
