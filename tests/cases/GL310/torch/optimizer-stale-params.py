# framework: torch
# verdict: wrong
# seen: new head never trained
import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


class Classifier(nn.Module):
    def __init__(self, n_in, dim, n_classes):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(n_in, dim), nn.ReLU())
        self.head = nn.Linear(dim, n_classes)

    def forward(self, x):
        return self.head(self.backbone(x))


def finetune(model, loader, n_classes, epochs=2):
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.AdamW(model.parameters(), lr=1e-3)
    model.head = nn.Linear(model.head.in_features, n_classes)  # HAZARD GL310
    start = model.head.weight.detach().clone()
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
    return start


torch.manual_seed(0)
model = Classifier(6, 12, 100)
data = TensorDataset(torch.randn(24, 6), torch.randint(0, 3, (24,)))
start = finetune(model, DataLoader(data, batch_size=8), n_classes=3)
print("OBSERVED", "wrong" if torch.equal(start, model.head.weight) else "clean", "new head never trained")
