# framework: torch
# verdict: clean
# seen: torch.Size([1, 8, 8])
import torch
from torch import nn


class GradCAM:
    def __init__(self, features, head):
        self.features = features
        self.head = head
        self.saved = {}

    def keep(self, grad):
        self.saved["maps"] = grad

    def __call__(self, image, label):
        maps = self.features(image)
        maps.register_hook(self.keep)
        pooled = maps.mean(dim=(2, 3))
        pooled.retain_grad()
        self.head(pooled)[0, label].backward()
        weights = self.saved["maps"].mean(dim=(2, 3), keepdim=True)
        return torch.relu((weights * maps.detach()).sum(dim=1)), pooled.grad


torch.manual_seed(0)
features = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU())
cam = GradCAM(features, nn.Linear(8, 5))
heat, pooled_grad = cam(torch.rand(1, 3, 8, 8), label=3)
right = torch.allclose(pooled_grad[0], cam.head.weight[3].detach())
right = right and torch.allclose(cam.saved["maps"].sum(dim=(2, 3)), pooled_grad, atol=1e-6)
print("OBSERVED", "clean" if right else "wrong", heat.shape)
