import importlib

__all__ = ["combine", "balance"]

_WHERE = {"combine": "objectives.combination", "balance": "objectives.combination"}


def __getattr__(name):
    if name in _WHERE:
        return getattr(importlib.import_module(_WHERE[name]), name)
    raise AttributeError(name)
