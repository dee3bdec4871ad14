from geometry.ops import angle, chamfer, smooth_max

__all__ = ["angle", "chamfer", "smooth_max"]
