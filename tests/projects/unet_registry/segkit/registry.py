class Registry:
    def __init__(self, name):
        self.name = name
        self._items = {}

    def register(self, key=None):
        def deco(cls):
            self._items[key or cls.__name__] = cls
            return cls
        return deco

    def build(self, cfg):
        cfg = dict(cfg)
        return self._items[cfg.pop("type")](**cfg)


MODELS = Registry("models")
LOSSES = Registry("losses")
