# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from contextlib import contextmanager


@contextmanager
def stepping(opt):
    opt.zero_grad()
    yield
    opt.step()


class Trainer:
    def __init__(self, model, lr=0.1):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=lr)

    def reset(self):
        for p in self.model.parameters():
            p.grad = None

    def train_batch(self, x, y):
        self.reset()
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()
        self.opt.step()
        return loss.item()

    def managed(self, x, y):
        with stepping(self.opt):
            nn.functional.mse_loss(self.model(x), y).backward()


def closure_step(model, x, y):
    opt = torch.optim.LBFGS(model.parameters(), max_iter=3)

    def closure():
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(2):
        opt.step(closure)


torch.manual_seed(0)
trainer = Trainer(nn.Linear(2, 1))
x, y = torch.randn(4, 2), torch.zeros(4, 1)
trace = [trainer.train_batch(x, y) for _ in range(5)]
for _ in range(3):
    trainer.managed(x, y)
closure_step(trainer.model, x, y)
print("OBSERVED", "clean" if trace[-1] < trace[0] else "wrong")
