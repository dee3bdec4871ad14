# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Affine(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(2))
        self.shift = nn.Parameter(torch.zeros(2))

    def matrix(self):
        m = torch.zeros(2, 3)
        m[:, :2] = torch.diag(self.log_scale.exp())
        m[:, 2] = self.shift
        return m

    def forward(self, points):
        m = self.matrix()
        linear, offset = m[:, :2], m[:, 2]
        return points @ linear.t() + offset


torch.manual_seed(0)
model = Affine()
opt = torch.optim.Adam(model.parameters(), lr=0.05)
src = torch.randn(20, 2)
dst = src * 1.5 + 0.3
for _ in range(150):
    opt.zero_grad()
    loss = (model(src) - dst).pow(2).mean()
    loss.backward()
    opt.step()
scale, shift = model.log_scale.detach().exp(), model.shift.detach()
close = (scale - 1.5).abs().max() < 0.05 and (shift - 0.3).abs().max() < 0.05
print("OBSERVED", "clean" if close else "wrong")
