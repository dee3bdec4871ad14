class Registry:
    def __init__(self, kind):
        self.kind, self._types = kind, {}

    def register(self, cls):
        self._types[cls.__name__] = cls
        return cls

    def build(self, cfg, **extra):
        options = {key: value for key, value in cfg.items() if key != "type"}
        return self._types[cfg["type"]](**options, **extra)


ENCODERS = Registry("encoder")
HEADS = Registry("head")
LOSSES = Registry("loss")
