# framework: torch
# verdict: raises
# seen: RuntimeError: Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in a
import torch
from torch import nn, optim


def extract(backbone, images):
    backbone.eval()
    with torch.inference_mode():
        return backbone(images).flatten(1)


def fit_probe(features, labels, n_classes, steps=3):
    probe = nn.Linear(features.shape[1], n_classes)
    optimizer = optim.SGD(probe.parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss()
    for _ in range(steps):
        optimizer.zero_grad()
        logits = probe(features)  # HAZARD GL406
        loss = criterion(logits, labels)
        loss.backward()
        optimizer.step()
    return probe


torch.manual_seed(0)
backbone = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(2))
images, labels = torch.rand(12, 1, 8, 8), torch.randint(0, 3, (12,))
fit_probe(extract(backbone, images), labels, n_classes=3)
