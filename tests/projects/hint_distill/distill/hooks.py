class FeatureStore:
    def __init__(self):
        self.features = {}
        self.handles = []

    def attach(self, module, name):
        def save(_module, _inputs, output):
            self.features[name] = output.clone().detach()  # HAZARD hook-detach GL401

        self.handles.append(module.register_forward_hook(save))

    def close(self):
        for handle in self.handles:
            handle.remove()
