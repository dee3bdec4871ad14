# framework: torch
# verdict: raises
# seen: RuntimeError: function SoftShrinkBackward returned an incorrect number of gradients (expected 2, got 3)
import torch as th
from torch import nn
from torch.autograd import Function


class SoftShrink(Function):
    """Moves values towards zero by a learned threshold."""

    @staticmethod
    def forward(ctx, x, threshold):
        shrunk = th.sign(x) * (x.abs() - threshold).clamp(min=0)
        ctx.save_for_backward(x, threshold)
        return shrunk

    @staticmethod
    def backward(ctx, upstream):
        x, threshold = ctx.saved_tensors
        kept = (x.abs() > threshold).to(upstream.dtype)
        dx = upstream * kept
        dthreshold = -(upstream * kept * th.sign(x)).sum()
        return dx, dthreshold, kept  # HAZARD GL801


class SparseCoder(nn.Module):
    def __init__(self, n_in=6, n_code=10):
        super().__init__()
        self.encode, self.decode = nn.Linear(n_in, n_code), nn.Linear(n_code, n_in)
        self.threshold = nn.Parameter(th.tensor(0.1))

    def forward(self, x):
        return self.decode(SoftShrink.apply(self.encode(x), self.threshold))


th.manual_seed(0)
coder = SparseCoder()
opt = th.optim.Adam(coder.parameters(), lr=1e-2)
x = th.randn(8, 6)
opt.zero_grad()
(coder(x) - x).square().mean().backward()
opt.step()
