# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn
from torch.nn import functional as F


class FeatureExtractor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(3, 4, 3, padding=1), nn.Conv2d(4, 6, 3, padding=1)])
        for p in self.parameters():
            p.requires_grad = False

    def forward(self, x):
        maps = []
        for layer in self.layers:
            x = F.relu(layer(x))
            maps.append(x)
        return maps


def gram(m):
    flat = m.flatten(2)
    return flat @ flat.transpose(1, 2) / flat.shape[-1]


torch.manual_seed(0)
extractor = FeatureExtractor()
style = [gram(m) for m in extractor(torch.rand(1, 3, 12, 12))]
canvas = torch.rand(1, 3, 12, 12)
for _ in range(5):
    loss = sum(F.mse_loss(gram(m), s) for m, s in zip(extractor(canvas), style))
    loss.backward()  # HAZARD GL301
    with torch.no_grad():
        canvas -= 0.1 * canvas.grad
        canvas.grad.zero_()
