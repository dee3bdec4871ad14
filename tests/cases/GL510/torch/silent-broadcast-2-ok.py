# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def train(model, loader, epochs):
    criterion = nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)
    for epoch in range(epochs):
        for rooms, price in loader:
            optimizer.zero_grad()
            guess = model(rooms)
            if epoch % 2:
                loss = criterion(guess, price.unsqueeze(1))
            else:
                loss = F.smooth_l1_loss(guess, price.view_as(guess))
            loss.backward()
            optimizer.step()


torch.manual_seed(0)
rooms = torch.randn(64, 3)
price = rooms @ torch.tensor([2.0, -1.0, 0.5])
price = price - price.mean()
model = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
train(model, DataLoader(TensorDataset(rooms, price), batch_size=16, shuffle=True), epochs=40)
with torch.no_grad():
    guess = model(rooms).flatten()
ratio = ((guess - price).pow(2).mean() / price.var()).item()
print("OBSERVED", "clean" if ratio < 0.1 else "wrong")
