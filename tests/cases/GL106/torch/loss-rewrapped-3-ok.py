# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def objective(model, x, y):
    return (model(x) - y).pow(2).mean()


class Tracker:
    def __init__(self):
        self.best = torch.tensor(float("inf"))
        self.curve = torch.zeros(0)

    def see(self, loss):
        now = torch.tensor(loss.item())
        self.curve = torch.cat([self.curve, now[None]])
        self.best = torch.minimum(self.best, loss.detach().clone())


torch.manual_seed(0)
model, tracker = nn.Linear(3, 1), Tracker()
x, y = torch.randn(4, 3), torch.randn(4, 1)
adv = x.clone().detach().requires_grad_(True)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = objective(model, adv, y)
    loss.backward()
    opt.step()
    tracker.see(loss)
print("OBSERVED", "clean" if adv.grad.any() and len(tracker.curve) == 3 and tracker.best <= tracker.curve[0] else "wrong")
