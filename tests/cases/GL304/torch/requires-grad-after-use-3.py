# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn


def saliency(model, image, label):
    model.eval()
    score = model(image)[0, label]
    image.requires_grad_()  # HAZARD GL304
    score.backward()
    return image.grad


torch.manual_seed(0)
model = nn.Sequential(nn.Flatten(), nn.Linear(4, 3))
g = saliency(model, torch.rand(1, 1, 2, 2), 1)
print("OBSERVED", "none" if g is None else "clean")
