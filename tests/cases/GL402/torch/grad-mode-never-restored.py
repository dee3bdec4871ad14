# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


def validate(model, x, y):
    model.eval()
    torch.set_grad_enabled(False)  # HAZARD GL402
    score = nn.functional.mse_loss(model(x), y).item()
    model.train()
    return score


def train(model, x, y, epochs):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    best = float("inf")
    for _ in range(epochs):
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        opt.step()
        best = min(best, validate(model, x, y))
    return best


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 6), nn.Dropout(0.1), nn.Linear(6, 1))
print(train(model, torch.randn(10, 3), torch.randn(10, 1), epochs=3))
