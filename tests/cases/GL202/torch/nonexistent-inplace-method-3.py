# framework: torch
# verdict: raises
# seen: AttributeError: 'Tensor' object has no attribute 'view_'
import torch
from torch import nn


class Patchify(nn.Module):
    def __init__(self, patch=2, dim=6):
        super().__init__()
        self.patch = patch
        self.proj = nn.Linear(3 * patch * patch, dim)

    def forward(self, images):
        b = images.shape[0]
        x = images.unfold(2, self.patch, self.patch).unfold(3, self.patch, self.patch)
        x = x.permute(0, 2, 3, 1, 4, 5)
        x = x.view_(b, -1, 3 * self.patch ** 2)  # HAZARD GL202
        return self.proj(x)


Patchify()(torch.randn(2, 3, 4, 4))
