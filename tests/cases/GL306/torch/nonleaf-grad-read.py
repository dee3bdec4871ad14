# framework: torch
# verdict: raises
# seen: AttributeError: 'NoneType' object has no attribute 'mean'
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


class GradCAM:
    def __init__(self, features, head):
        self.features = features
        self.head = head

    def __call__(self, image, label):
        maps = self.features(image)
        score = self.head(maps.mean(dim=(2, 3)))[0, label]
        score.backward()
        weights = maps.grad.mean(dim=(2, 3), keepdim=True)  # HAZARD GL306
        return torch.relu((weights * maps.detach()).sum(dim=1))


torch.manual_seed(0)
features = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU())
cam = GradCAM(features, nn.Linear(8, 5))
print(cam(torch.rand(1, 3, 8, 8), label=3).shape)
