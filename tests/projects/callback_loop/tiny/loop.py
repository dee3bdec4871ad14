import torch.nn.functional as F


class Loop:
    def __init__(self, model, optimizer, callbacks):
        self.model, self.optimizer, self.callbacks = model, optimizer, callbacks
        self.loss = None

    def call(self, hook):
        for callback in self.callbacks:
            getattr(callback, hook)(self)

    def fit(self, data):
        for x, y in data:
            self.optimizer.zero_grad()
            self.loss = F.cross_entropy(self.model(x), y)
            self.loss.backward()
            self.call("before_step")
            self.optimizer.step()
            self.call("after_step")
