# framework: torch
# verdict: raises
# seen: RuntimeError: Output 0 of Split is a view and is being modified inplace. This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace th
import torch as th
from torch import nn


class TemporalSmoother(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.decay = nn.Parameter(th.tensor(0.5))

    def forward(self, seq):
        frames = self.proj(seq)
        carried, out = th.zeros(seq.shape[0], seq.shape[2]), []
        for frame in frames.split(1, dim=1):
            frame.add_(self.decay * carried.unsqueeze(1))  # HAZARD GL204
            carried = frame.squeeze(1)
            out.append(carried)
        return th.stack(out, dim=1)


th.manual_seed(0)
model = TemporalSmoother(3)
opt = th.optim.SGD(model.parameters(), lr=0.1)
seq = th.randn(2, 6, 3)
opt.zero_grad()
(model(seq) - seq).abs().mean().backward()
opt.step()
