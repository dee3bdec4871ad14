import torch


class Trainer:
    def __init__(self, model, lr, accumulate, hooks):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)
        self.accumulate = accumulate
        self.hooks = hooks

    def call(self, event):
        for hook in self.hooks:
            getattr(hook, event)(self)

    def fit(self, batches):
        self.optimizer.zero_grad()
        for index, (x, y) in enumerate(batches):
            self.loss = self.model.loss(x, y)
            self.call("before_backward")
            (self.loss / self.accumulate).backward()
            self.call("after_backward")
            if (index + 1) % self.accumulate == 0:
                self.call("before_step")
                self.optimizer.step()
                self.call("after_step")
                self.optimizer.zero_grad()
