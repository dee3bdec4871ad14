class Callback:
    def before_step(self, loop):
        pass

    def after_step(self, loop):
        pass


class GradClip(Callback):
    def __init__(self, limit):
        self.limit = limit

    def before_step(self, loop):
        import torch
        torch.nn.utils.clip_grad_norm_(loop.model.parameters(), self.limit)


class LossTrace(Callback):
    def __init__(self):
        self.trace = []

    def after_step(self, loop):
        self.trace.append(loop.loss)  # HAZARD kept GL604
