import importlib

_LAZY = {"Weighted": "objectives.weighted", "contrast": "objectives.contrastive"}
__all__ = list(_LAZY)


def __getattr__(name):
    try:
        module = importlib.import_module(_LAZY[name])
    except KeyError:
        raise AttributeError(name) from None
    return getattr(module, name)
