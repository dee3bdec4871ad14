from .methods import METHODS

__all__ = ["METHODS", "explain"]


def explain(name, *args, **kwargs):
    return METHODS[name](*args, **kwargs)
