from .fixed_point import iterate, unroll

__all__ = ["iterate", "unroll"]
