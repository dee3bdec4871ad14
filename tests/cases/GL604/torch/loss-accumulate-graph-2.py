# framework: torch
# verdict: leak
# seen: 3 graphs for 24 predictions
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def train_epoch(model, loader, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def predict(model, loader):
    model.eval()
    outputs = []
    for x, _ in loader:
        outputs.append(model(x))  # HAZARD GL604
    return outputs


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 3))
loader = DataLoader(TensorDataset(torch.randn(24, 5), torch.randint(0, 3, (24,))), batch_size=8)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(2):
    train_epoch(model, loader, optimizer)
outputs = predict(model, loader)
predicted = torch.cat(outputs).argmax(dim=1)
kept = all(out.grad_fn is not None for out in outputs)
print("OBSERVED", "leak" if kept else "clean", len(outputs), "graphs for", len(predicted), "predictions")
