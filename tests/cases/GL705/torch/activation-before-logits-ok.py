# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Classifier(nn.Module):
    def __init__(self, n_in=4, width=16, n_classes=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, width), nn.ReLU(), nn.Linear(width, n_classes))
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        return self.net(x)

    @torch.no_grad()
    def predict_proba(self, x):
        return self.softmax(self(x))


def train(model, loader, epochs):
    criterion = nn.CrossEntropyLoss(label_smoothing=0.0)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            logits = model(x)
            loss = criterion(logits, y)
            loss.backward()
            optimizer.step()
    return loss.item()


torch.manual_seed(0)
labels = torch.arange(60) % 3
x = torch.randn(60, 4) * 0.1 + torch.eye(3, 4)[labels] * 3
model = Classifier()
last = train(model, DataLoader(TensorDataset(x, labels), batch_size=20), epochs=60)
sure = model.predict_proba(x).gather(1, labels[:, None]).mean().item()
print("OBSERVED", "clean" if last < 0.1 and sure > 0.9 else "wrong")
