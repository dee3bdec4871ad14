# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Accelerator:
    def prepare(self, *things):
        return things

    def backward(self, loss, **kwargs):
        loss.backward(**kwargs)

    def clip_grad_norm_(self, parameters, limit):
        return torch.nn.utils.clip_grad_norm_(parameters, limit)


def cycle(loader):
    while True:
        yield from loader


torch.manual_seed(0)
accelerator = Accelerator()
model, critic = nn.Linear(2, 1), nn.Linear(1, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
opt_c = torch.optim.SGD(critic.parameters(), lr=0.01)
model, opt = accelerator.prepare(model, opt)
batches = cycle([(torch.ones(4, 2), torch.zeros(4, 1))])
trace = []
for step in range(4):
    for _ in range(2):
        x, y = next(batches)
        opt_c.zero_grad()
        gap = critic(model(x).detach()).mean() - critic(y).mean()
        accelerator.backward(gap)
        opt_c.step()
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(x), y) - 0.01 * critic(model(x)).mean()
    accelerator.backward(loss)
    accelerator.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    trace.append(loss.item())
print("OBSERVED", "clean" if trace[-1] < trace[0] else "wrong")
