from collections import defaultdict


class Recorder:
    """Collects outputs of named submodules while it is active."""

    def __init__(self, model, names):
        self.values = {}
        self.handles = [module.register_forward_hook(self.keep(name)) for name, module in model.named_modules() if name in names]

    def keep(self, name):
        def hook(module, args, output):
            self.values[name] = output
        return hook

    def close(self):
        for handle in self.handles:
            handle.remove()


class ActivationStats:
    def __init__(self, model):
        self.means = defaultdict(list)
        for name, module in model.named_children():
            module.register_forward_hook(self.watch(name))

    def watch(self, name):
        def hook(module, args, output):
            self.means[name].append(output.detach().abs().mean().item())
        return hook
