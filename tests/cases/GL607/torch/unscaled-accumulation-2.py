# framework: torch
# verdict: wrong
# seen: gradient of the batch times 4.0
import torch as th
from torch import nn
from torch.nn import functional as F


def train_step(model, optimizer, images, labels, chunks=4):
    """Runs a large batch through a small memory, one chunk at a time."""
    optimizer.zero_grad(set_to_none=True)
    for part, wanted in zip(images.chunk(chunks), labels.chunk(chunks)):
        loss = F.cross_entropy(model(part), wanted)
        loss.backward()  # HAZARD GL607
    optimizer.step()


th.manual_seed(0)
model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 3))
optimizer = th.optim.SGD(model.parameters(), lr=0.1)
images, labels = th.rand(16, 1, 8, 8), th.randint(0, 3, (16,))
(expected,) = th.autograd.grad(F.cross_entropy(model(images), labels), model[4].weight)
train_step(model, optimizer, images, labels)
ratio = (model[4].weight.grad.norm() / expected.norm()).item()
print("OBSERVED", "wrong" if ratio > 2 else "clean", "gradient of the batch times", round(ratio, 2))
