# framework: torch
# verdict: none
# seen: torch.Size([1, 16])
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class ImageRegressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten())
        self.head = nn.Linear(16, 1)

    def forward(self, x):
        features = self.backbone(x)
        features = features.detach()  # HAZARD GL401
        return self.head(features)


def train(model, loader, epochs=2):
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.MSELoss()
    for _ in range(epochs):
        for x, y in loader:
            opt.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            opt.step()


torch.manual_seed(0)
model = ImageRegressor()
start = model.backbone[0].weight.detach().clone()
train(model, DataLoader(TensorDataset(torch.rand(12, 1, 8, 8), torch.rand(12, 1)), batch_size=4))
still = torch.equal(start, model.backbone[0].weight) and model.backbone[0].weight.grad is None
print("OBSERVED", "none" if still else "clean", model.head.weight.grad.shape)
