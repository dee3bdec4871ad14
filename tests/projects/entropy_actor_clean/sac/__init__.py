from .agent import SACAgent

__all__ = ["SACAgent"]
