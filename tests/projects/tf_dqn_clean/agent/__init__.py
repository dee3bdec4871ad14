from .losses import td_loss
from .network import QNetwork, polyak

__all__ = ["QNetwork", "polyak", "td_loss"]
