# framework: torch
# verdict: raises
# seen: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


def run(model, loader, loss_func):
    for x, y in loader:
        loss = loss_func(model(x), y)
        if not model.training:
            loss.backward()


model = nn.Linear(3, 1)
model.eval()
with torch.no_grad():
    run(model, [(torch.randn(4, 3), torch.randn(4, 1))], nn.MSELoss())  # HAZARD GL402
