from .newton import solve

__all__ = ["solve", "sensitivity"]


def sensitivity(fun):
    import jax
    return jax.jacfwd(fun)
