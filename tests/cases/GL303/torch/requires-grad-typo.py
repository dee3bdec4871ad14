# framework: torch
# verdict: none
# seen: 3
import torch
from torch import nn


class Saliency:
    def __init__(self, model):
        self.model = model.eval()

    def __call__(self, image, label):
        image = image.clone()
        image.require_grad = True  # HAZARD GL303
        score = self.model(image.unsqueeze(0))[0, label]
        self.model.zero_grad()
        score.backward()
        return image.grad


torch.manual_seed(0)
classifier = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 36, 5))
explain = Saliency(classifier)
heat = [explain(image, label) for image, label in zip(torch.rand(3, 3, 8, 8), (0, 2, 4))]
print("OBSERVED", "none" if all(h is None for h in heat) else "clean", len(heat))
