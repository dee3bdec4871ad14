LAYERS = {}


def layer(name):
    def add(cls):
        LAYERS[name] = cls
        return cls
    return add
