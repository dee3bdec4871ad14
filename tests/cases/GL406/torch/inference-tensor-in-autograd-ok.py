# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


@torch.no_grad()
def extract(backbone, images):
    return backbone(images).flatten(1)


@torch.inference_mode()
def accuracy(probe, loader, mean):
    hits = sum((probe(x - mean).argmax(dim=1) == y).sum().item() for x, y in loader)
    return hits / len(loader.dataset)


def mean_feature(backbone, images):
    with torch.inference_mode():
        mean = backbone(images).flatten(1).mean(dim=0)
    return mean.clone()


torch.manual_seed(0)
backbone = nn.Sequential(nn.Conv2d(1, 4, 3), nn.Tanh(), nn.AdaptiveAvgPool2d(2)).eval()
labels = torch.tensor([0, 1] * 12)
images = torch.rand(24, 1, 8, 8) + labels[:, None, None, None]
mean = mean_feature(backbone, images)
loader = DataLoader(TensorDataset(extract(backbone, images), labels), batch_size=8)
probe = nn.Linear(16, 2)
optimizer = optim.Adam(probe.parameters(), lr=0.1)
for _ in range(20):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(probe(x - mean), y).backward()
        optimizer.step()
print("OBSERVED", "clean" if accuracy(probe, loader, mean) > 0.7 else "wrong")
