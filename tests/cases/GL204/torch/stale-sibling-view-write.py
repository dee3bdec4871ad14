# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn


class Affine(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(2))
        self.shift = nn.Parameter(torch.zeros(2))

    def matrix(self):
        m = torch.zeros(2, 3)
        linear, offset = m[:, :2], m[:, 2]
        linear.copy_(torch.diag(self.log_scale.exp()))
        offset.copy_(self.shift)  # HAZARD GL204
        return m

    def forward(self, points):
        m = self.matrix()
        return points @ m[:, :2].t() + m[:, 2]


torch.manual_seed(0)
model = Affine()
opt = torch.optim.Adam(model.parameters(), lr=0.05)
src = torch.randn(20, 2)
dst = src * 1.5 + 0.3
for _ in range(5):
    opt.zero_grad()
    (model(src) - dst).pow(2).mean().backward()
    opt.step()
