# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


def fit(model, loader, accumulate=4, lr=0.1, epochs=2):
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.SGD(model.parameters(), lr=lr)
    optimizer.zero_grad()
    for _ in range(epochs):
        for i, (x, y) in enumerate(loader):
            loss = criterion(model(x), y) / accumulate
            loss.backward()
            if (i + 1) % accumulate == 0:
                optimizer.step()
                optimizer.zero_grad()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
twin = copy.deepcopy(model)
data = TensorDataset(torch.randn(32, 5), torch.randint(0, 3, (32,)))
fit(model, DataLoader(data, batch_size=4))
fit(twin, DataLoader(data, batch_size=16), accumulate=1)
same = all(torch.allclose(a, b, atol=1e-6) for a, b in zip(model.parameters(), twin.parameters()))
print("OBSERVED", "clean" if same else "wrong")
