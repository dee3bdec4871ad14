# framework: torch
# verdict: wrong
# seen: the trainer's hook clips after the step; nothing is ever clipped
import torch
import torch.nn as nn
import torch.nn.functional as F


class Hooks:
    def before_step(self, trainer):
        pass

    def after_step(self, trainer):
        pass


class ClipHook(Hooks):
    def __init__(self, max_norm):
        self.max_norm = max_norm

    def after_step(self, trainer):
        nn.utils.clip_grad_norm_(trainer.model.parameters(), self.max_norm)  # HAZARD GL602


class Trainer:
    def __init__(self, model, hook, lr=0.1):
        self.model, self.hook = model, hook
        self.opt = torch.optim.SGD(model.parameters(), lr=lr)

    def step(self, x, y):
        self.opt.zero_grad()
        loss = F.mse_loss(self.model(x), y)
        loss.backward()
        self.hook.before_step(self)
        self.opt.step()
        self.hook.after_step(self)
        return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = nn.Linear(3, 1)
    before = model.weight.detach().clone()
    Trainer(model, ClipHook(1e-3)).step(torch.randn(8, 3) * 10, torch.randn(8, 1) * 100)
    assert (model.weight - before).norm() > 1e-2
