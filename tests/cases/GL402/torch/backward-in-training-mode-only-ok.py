# framework: torch
# verdict: clean
# seen: gradient as expected; backward is called in training mode only
import torch
from torch import nn


def run_epoch(model, optimizer, loader, loss_func):
    for x, y in loader:
        loss = loss_func(model(x), y)
        if model.training:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def train(model, loss_func, loader, test_loader=None):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        model = model.train()
        run_epoch(model, optimizer, loader, loss_func)
        if test_loader is not None:
            model = model.eval()
            with torch.no_grad():
                run_epoch(model, optimizer, test_loader, loss_func)


data = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)]
train(nn.Linear(3, 1), nn.MSELoss(), data, data)
