# framework: torch
# verdict: wrong
# seen: the loss stays at 0.552
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Classifier(nn.Module):
    def __init__(self, n_in=4, width=16, n_classes=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, width), nn.ReLU(), nn.Linear(width, n_classes))
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        return self.softmax(self.net(x))


def train(model, loader, epochs):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)  # HAZARD GL705
            loss.backward()
            optimizer.step()
    return loss.item()


torch.manual_seed(0)
labels = torch.arange(60) % 3
x = torch.randn(60, 4) * 0.1 + torch.eye(3, 4)[labels] * 3
model = Classifier()
last = train(model, DataLoader(TensorDataset(x, labels), batch_size=20), epochs=60)
print("OBSERVED", "wrong" if last > 0.5 else "clean", "the loss stays at", round(last, 3))
