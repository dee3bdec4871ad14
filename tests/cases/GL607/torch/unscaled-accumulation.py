# framework: torch
# verdict: wrong
# seen: step longer by a factor of 8.0
import copy

import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


def fit(model, loader, accumulate, lr=0.01):
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.SGD(model.parameters(), lr=lr)
    optimizer.zero_grad()
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        loss.backward()  # HAZARD GL607
        if (i + 1) % accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()


torch.manual_seed(0)
model = nn.Linear(5, 3)
whole = copy.deepcopy(model)
start = model.weight.detach().clone()
data = TensorDataset(torch.randn(32, 5), torch.randint(0, 3, (32,)))
fit(model, DataLoader(data, batch_size=4), accumulate=8)
fit(whole, DataLoader(data, batch_size=32), accumulate=1)
ratio = ((model.weight - start).norm() / (whole.weight - start).norm()).item()
print("OBSERVED", "wrong" if ratio > 2 else "clean", "step longer by a factor of", round(ratio, 2))
