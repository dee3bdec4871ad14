class Registry(dict):
    def register(self, name):
        def wrap(obj):
            self[name] = obj
            return obj
        return wrap


BACKBONES = Registry()
CRITERIA = Registry()
