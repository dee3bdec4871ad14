# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from collections import defaultdict


class Callback:
    def __init__(self):
        self.logs = defaultdict(list)

    def on_batch_end(self, **values):
        for k, v in values.items():
            self.logs[k].append(v.item() if torch.is_tensor(v) else v)


def fit(model, batches, cb):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    epoch_loss, tail = 0.0, torch.zeros(())
    for x, y in batches:
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        opt.step()
        epoch_loss += loss.item()
        tail = tail + loss.detach()
        cb.on_batch_end(loss=loss, n=len(x))
    return epoch_loss / len(batches), tail


def multitask(model, batches, opt):
    total = 0
    opt.zero_grad()
    for x, y in batches:
        total = total + nn.functional.mse_loss(model(x), y)
    (total / len(batches)).backward()
    opt.step()


torch.manual_seed(0)
model, cb = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)), Callback()
batches = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(3)]
mean, tail = fit(model, batches, cb)
multitask(model, batches, torch.optim.SGD(model.parameters(), lr=0.1))
print("OBSERVED", "clean" if tail.grad_fn is None and isinstance(mean, float) and len(cb.logs["loss"]) == 3 else "leak")
