# framework: torch
# verdict: leak
# seen: leak
import torch
from torch import nn
from collections import defaultdict


class Callback:
    def __init__(self):
        self.logs = defaultdict(list)

    def on_batch_end(self, **values):
        for k, v in values.items():
            self.logs[k].append(v)


def fit(model, batches):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    epoch_loss = 0.0
    for x, y in batches:
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        opt.step()
        epoch_loss = epoch_loss + loss  # HAZARD GL604
    return epoch_loss / len(batches)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
mean = fit(model, [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(3)])
print("OBSERVED", "leak" if mean.grad_fn is not None else "clean")
