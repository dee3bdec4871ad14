from torch.nn.utils import clip_grad_norm_


class Hook:
    def before_backward(self, trainer):
        pass

    def after_backward(self, trainer):
        pass

    def before_step(self, trainer):
        pass

    def after_step(self, trainer):
        pass


class ClipGradients(Hook):
    def __init__(self, limit):
        self.limit = limit

    def before_step(self, trainer):
        clip_grad_norm_(trainer.model.parameters(), self.limit)


class GradientLog(Hook):
    def __init__(self):
        self.norms = []

    def before_step(self, trainer):
        total = sum(float(p.grad.norm()) for p in trainer.model.parameters())
        self.norms.append(round(total, 4))


class LogLoss(Hook):
    def __init__(self):
        self.history = []

    def after_backward(self, trainer):
        self.history.append(trainer.loss.detach())
