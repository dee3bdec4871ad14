# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Saliency:
    def __init__(self, model):
        self.model = model.eval()

    def __call__(self, image, label):
        image = image.clone()
        image.requires_grad = True
        score = self.model(image.unsqueeze(0))[0, label]
        self.model.zero_grad()
        score.backward()
        return image.grad


torch.manual_seed(0)
classifier = nn.Sequential(nn.Conv2d(3, 4, 3), nn.Tanh(), nn.Flatten(), nn.Linear(4 * 36, 5)).double()
explain = Saliency(classifier)
image = torch.rand(3, 8, 8, dtype=torch.float64)
heat = explain(image, 2)
bump = torch.zeros_like(image)
bump[1, 4, 4] = 1e-5
with torch.no_grad():
    high, low = (classifier((image + s * bump).unsqueeze(0))[0, 2] for s in (1, -1))
print("OBSERVED", "clean" if torch.isclose(heat[1, 4, 4], (high - low) / 2e-5, atol=1e-6) else "wrong")
