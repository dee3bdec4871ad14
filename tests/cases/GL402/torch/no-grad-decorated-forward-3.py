# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
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
        return self(x).softmax(dim=1)


def dice_loss(probs, mask):
    inter = (probs[:, 1] * mask).sum()
    return 1 - 2 * inter / (probs[:, 1].sum() + mask.sum() + 1e-6)


torch.manual_seed(0)
model = Segmenter()
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
image = torch.rand(2, 1, 8, 8)
mask = F.avg_pool2d(image, 3, stride=1, padding=1).squeeze(1).gt(0.45).float()
for _ in range(3):
    probs = model.predict(image)  # HAZARD GL402
    loss = dice_loss(probs, mask)
    opt.zero_grad()
    loss.backward()
    opt.step()
