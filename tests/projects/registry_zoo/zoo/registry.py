MODELS = {}
OPTIMIZERS = {}


def model(name):
    def add(cls):
        MODELS[name] = cls
        return cls
    return add


def optimizer(name):
    def add(fn):
        OPTIMIZERS[name] = fn
        return fn
    return add
