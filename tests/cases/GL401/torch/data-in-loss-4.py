# framework: torch
# verdict: zero
# seen: zero
import torch
from torch import nn


class Elastic:
    def __init__(self, model, l1, l2):
        self.model, self.l1, self.l2 = model, l1, l2

    def __call__(self):
        penalty = 0.0
        for w in self.model.parameters():
            penalty = penalty + self.l2 * w.data.pow(2).sum()  # HAZARD GL401
        return penalty


torch.manual_seed(0)
model = nn.Linear(3, 1)
reg = Elastic(model, 0.0, 1.0)
x = torch.zeros(4, 3)
loss = model(x).pow(2).mean() + reg()
loss.backward()
print("OBSERVED", "zero" if not model.weight.grad.any() else "clean")
