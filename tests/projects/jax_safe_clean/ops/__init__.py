from ops.safe import bounded, safe_norm

__all__ = ["bounded", "safe_norm"]
