from optim.step import apply, count, make_optimizer

__all__ = ["apply", "count", "make_optimizer"]
