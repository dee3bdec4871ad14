# framework: torch
# verdict: none
# seen: .grad of a stored activation without retain_grad is None
import torch
import torch.nn as nn


class CamNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU())
        self.fc = nn.Linear(4, 3)
        self.activations = None

    def forward(self, x):
        self.activations = self.features(x)
        return self.fc(self.activations.mean(dim=(2, 3)))


class GradCAM:
    def __init__(self, model):
        self.model = model

    def __call__(self, image, label=None):
        logits = self.model(image)
        label = logits.argmax(1).item() if label is None else label
        self.model.zero_grad()
        logits[0, label].backward()
        grads = self.model.activations.grad  # HAZARD GL306
        weights = grads.mean(dim=(2, 3), keepdim=True)
        cam = torch.relu((weights * self.model.activations.detach()).sum(1))
        return cam / cam.max().clamp(min=1e-6)


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    try:
        GradCAM(CamNet().eval())(torch.rand(1, 1, 6, 6))
    except AttributeError as e:
        assert "NoneType" in str(e)
    else:
        raise AssertionError
