# framework: torch
# verdict: clean
# seen: 15
import torch
from torch import nn
from torch.nn import functional as F


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(1, 2, 3, padding=1)

    def forward(self, x):
        return self.net(x)

    @torch.no_grad
    def predict(self, x):
        return self(x).argmax(dim=1)

    @torch.enable_grad()
    def probabilities(self, x):
        return self(x).softmax(dim=1)


def dice_loss(probs, mask):
    inter = (probs[:, 1] * mask).sum()
    return 1 - 2 * inter / (probs[:, 1].sum() + mask.sum() + 1e-6)


torch.manual_seed(0)
model = Segmenter()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
image = torch.rand(2, 1, 8, 8)
mask = F.avg_pool2d(image, 3, stride=1, padding=1).squeeze(1).gt(0.45).float()
overlap, trace = [], []
for _ in range(15):
    loss = dice_loss(model.probabilities(image), mask)
    opt.zero_grad()
    loss.backward()
    opt.step()
    overlap.append((model.predict(image) == mask).float().mean().item())
    trace.append(loss.item())
print("OBSERVED", "clean" if trace[-1] < trace[0] and model.net.weight.grad.any() else "wrong", len(overlap))
