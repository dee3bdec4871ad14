# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch as th
from torch import nn


def fourier_features(phase, width):
    out = th.empty(phase.shape[0], 2 * width)
    even = out[:, :width]
    odd = out[:, width:]
    even.copy_(th.cos(phase))
    odd.copy_(th.sin(phase))  # HAZARD GL204
    return out


class Siren(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.width = width
        self.frequency = nn.Linear(1, width)
        self.head = nn.Linear(2 * width, 1)

    def forward(self, t):
        return self.head(fourier_features(self.frequency(t), self.width))


th.manual_seed(0)
model = Siren()
opt = th.optim.Adam(model.parameters(), lr=1e-2)
t = th.linspace(0, 1, 16).unsqueeze(1)
opt.zero_grad()
loss = (model(t) - th.sin(5 * t)).pow(2).mean()
loss.backward()
opt.step()
