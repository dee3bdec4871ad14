# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def validate(model, x, y):
    model.eval()
    previous = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    try:
        return nn.functional.mse_loss(model(x), y).item()
    finally:
        torch.set_grad_enabled(previous)
        model.train()


def train(model, x, y, epochs):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    scores = []
    for _ in range(epochs):
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        opt.step()
        scores.append(validate(model, x, y))
    return scores


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 6), nn.Dropout(0.1), nn.Linear(6, 1))
scores = train(model, torch.randn(10, 3), torch.randn(10, 1), epochs=20)
print("OBSERVED", "clean" if scores[-1] < scores[0] and model[0].weight.grad.any() else "wrong")
