MODELS = {}


def register(name):
    def add(cls):
        MODELS[name] = cls
        return cls
    return add


def create(name, **kwargs):
    from . import mixture, plain  # noqa: F401
    return MODELS[name](**kwargs)
