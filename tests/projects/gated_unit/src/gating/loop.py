import torch
from torch import nn

from gating.scaling import running_mean


def fit(model, x, y, steps, lr=1e-2):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    criterion = nn.MSELoss()
    smooth = 0.0
    for _ in range(steps):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        smooth = running_mean(smooth, loss.item())
    print(f"smoothed loss {smooth:.4f}")
