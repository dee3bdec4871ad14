# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class LinearProbe(nn.Module):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.head = nn.Linear(16, 1)

    def forward(self, x):
        features = self.backbone(x)
        features = features.detach()
        return self.head(features)


def train(model, loader, epochs=2):
    opt = torch.optim.Adam(model.head.parameters(), lr=1e-2)
    criterion = nn.MSELoss()
    for _ in range(epochs):
        for x, y in loader:
            opt.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            opt.step()


torch.manual_seed(0)
pretrained = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten())
model = LinearProbe(pretrained)
x = torch.rand(12, 1, 8, 8)
y = x.mean(dim=(2, 3))
before = nn.functional.mse_loss(model(x), y).item()
train(model, DataLoader(TensorDataset(x, y), batch_size=4), epochs=20)
after = nn.functional.mse_loss(model(x), y).item()
print("OBSERVED", "clean" if after < before and model.head.weight.grad.any() else "wrong")
