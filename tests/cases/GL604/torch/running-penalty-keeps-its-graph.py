# framework: torch
# verdict: leak
# seen: the sum of the penalties holds the graphs of all batches
import torch
from torch import nn


def train(model, optimizer, batches):
    shown = torch.zeros(())
    for x, y in batches:
        error = nn.functional.mse_loss(model(x), y)
        penalty = sum(p.square().sum() for p in model.parameters()) * 1e-3
        optimizer.zero_grad()
        (error + penalty).backward()
        optimizer.step()
        shown = shown + error  # HAZARD GL604
    return shown


torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
shown = train(model, optimizer, [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)])
print("OBSERVED", "leak" if shown.grad_fn is not None else "clean")
