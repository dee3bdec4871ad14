# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn, optim
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
canvas = torch.rand(1, 3, 12, 12).requires_grad_(True)
opt = optim.LBFGS([canvas], max_iter=10, line_search_fn="strong_wolfe")
trace = []


def closure():
    opt.zero_grad()
    loss = 1e4 * sum(F.mse_loss(gram(m), s) for m, s in zip(extractor(canvas), style))
    loss.backward()
    trace.append(loss.item())
    return loss


for _ in range(3):
    opt.step(closure)
print("OBSERVED", "clean" if canvas.grad is not None and trace[-1] < 0.5 * trace[0] else "wrong")
