# framework: torch
# verdict: wrong
# seen: 2
import torch
from torch import nn


class UNetUp(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv2d(c, c, 3, padding=1)

    def forward(self, x, skip):
        x = nn.Upsample(scale_factor=2)(x)
        if x.shape[1] != skip.shape[1]:
            adapt = nn.Conv2d(x.shape[1], skip.shape[1], kernel_size=1)  # HAZARD GL309
            x = adapt(x)
        return nn.ReLU()(self.conv(x + skip))


torch.manual_seed(0)
up = UNetUp(3)
args = torch.randn(1, 2, 2, 2), torch.randn(1, 3, 4, 4)
same = torch.equal(up(*args), up(*args))
print("OBSERVED", "clean" if same else "wrong", len(list(up.parameters())))
