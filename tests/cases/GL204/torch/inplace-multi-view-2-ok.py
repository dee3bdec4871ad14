# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn


class TemporalSmoother(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.decay = nn.Parameter(th.tensor(0.5))

    def forward(self, seq):
        carried, out = th.zeros(seq.shape[0], seq.shape[2]), []
        for frame in self.proj(seq).split(1, dim=1):
            carried = frame.squeeze(1) + self.decay * carried
            out.append(carried)
        return th.stack(out, dim=1)


def jitter(batch, gen):
    left, right = batch.chunk(2, dim=1)
    left += 0.01 * th.randn(left.shape, generator=gen)
    for frame in right:
        frame.mul_(1.1)
    return batch


th.manual_seed(0)
model = TemporalSmoother(3).double()
seq = jitter(th.randn(2, 6, 3), th.Generator().manual_seed(1)).double().requires_grad_()
right = th.autograd.gradcheck(lambda s: model(s).sum(), (seq,))
model(seq).pow(2).mean().backward()
print("OBSERVED", "clean" if right and model.decay.grad.abs() > 0 else "wrong")
