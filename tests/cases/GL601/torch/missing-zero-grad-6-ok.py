# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def meta_sgd(model, tasks, inner_lr=0.1, outer_lr=0.01):
    """Reptile."""
    start = {k: v.clone() for k, v in model.state_dict().items()}
    moved = {k: torch.zeros_like(v) for k, v in start.items()}
    for x, y in tasks:
        model.load_state_dict(start)
        opt = torch.optim.SGD(model.parameters(), lr=inner_lr)
        for _ in range(2):
            loss = (model(x) - y).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        for k, v in model.state_dict().items():
            moved[k] += v - start[k]
    model.load_state_dict({k: v + outer_lr * moved[k] / len(tasks) for k, v in start.items()})


class Hogwild:
    def __init__(self, model):
        self.model = model
        self.opt = torch.optim.SGD(model.parameters(), lr=0.05)

    def sync(self, grads):
        for p, g in zip(self.model.parameters(), grads):
            p.grad = g
        self.opt.step()

    def worker(self, x, y):
        loss = (self.model(x) - y).abs().mean()
        return torch.autograd.grad(loss, list(self.model.parameters()))


torch.manual_seed(0)
model = nn.Linear(2, 1)
tasks = [(torch.randn(4, 2), torch.randn(4, 1)) for _ in range(2)]
meta_sgd(model, tasks)
hog = Hogwild(model)
before = model.weight.detach().clone()
for x, y in tasks:
    hog.sync(hog.worker(x, y))
print("OBSERVED", "clean" if not torch.equal(before, model.weight) else "wrong")
