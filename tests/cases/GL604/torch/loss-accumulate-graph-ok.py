# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Meter:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def add(self, value, n):
        self.total += float(value) * n
        self.count += n


def train_epoch(model, loader, criterion, optimizer):
    meter, losses = Meter(), []
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        meter.add(loss.item(), len(x))
        losses.append(loss.detach())
    return meter.total / meter.count, torch.stack(losses)


@torch.no_grad()
def validate(model, loader, criterion):
    total_loss = 0.0
    for x, y in loader:
        total_loss += criterion(model(x), y) * len(x)
    return total_loss / len(loader.dataset)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
loader = DataLoader(TensorDataset(torch.randn(24, 5), torch.randint(0, 3, (24,))), batch_size=8)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
criterion = nn.CrossEntropyLoss()
start = validate(model, loader, criterion)
for _ in range(10):
    mean, losses = train_epoch(model, loader, criterion, optimizer)
end = validate(model, loader, criterion)
free = not (losses.requires_grad or end.requires_grad)
print("OBSERVED", "clean" if free and end < start else "leak")
