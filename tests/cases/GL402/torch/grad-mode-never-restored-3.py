# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn
from torch.nn import functional as F


class Evaluator:
    def __init__(self, model, limit):
        self.model = model
        self.limit = limit

    def __call__(self, batches):
        torch.set_grad_enabled(False)  # HAZARD GL402
        errors = []
        for x, y in batches:
            errors.append(F.l1_loss(self.model(x), y).item())
            if errors[-1] > self.limit:
                return float("inf")
        torch.set_grad_enabled(True)
        return sum(errors) / len(errors)


torch.manual_seed(0)
model = nn.Linear(3, 1)
evaluate = Evaluator(model, limit=0.5)
opt = torch.optim.SGD(model.parameters(), lr=0.01)
batches = [(torch.randn(6, 3), 5 + torch.randn(6, 1)) for _ in range(3)]
for epoch in range(2):
    for x, y in batches:
        opt.zero_grad()
        F.l1_loss(model(x), y).backward()
        opt.step()
    print(epoch, evaluate(batches))
