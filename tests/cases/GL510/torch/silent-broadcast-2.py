# framework: torch
# verdict: wrong
# seen: unexplained variance 0.82
import warnings

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

warnings.simplefilter("ignore")


def train(model, loader, epochs):
    criterion = nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)
    for _ in range(epochs):
        for rooms, price in loader:
            optimizer.zero_grad()
            loss = criterion(model(rooms), price)  # HAZARD GL510
            loss.backward()
            optimizer.step()


torch.manual_seed(0)
rooms = torch.randn(64, 3)
price = rooms @ torch.tensor([2.0, -1.0, 0.5])
model = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
train(model, DataLoader(TensorDataset(rooms, price), batch_size=16, shuffle=True), epochs=40)
with torch.no_grad():
    guess = model(rooms)[:, 0]
ratio = ((guess - price).pow(2).mean() / price.var()).item()
print("OBSERVED", "wrong" if ratio > 0.5 else "clean", "unexplained variance", round(ratio, 2))
