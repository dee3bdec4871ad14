# framework: torch
# verdict: none
# seen: 1.288
import numpy as np
import torch
from torch import nn


class SineFit(nn.Module):
    def __init__(self):
        super().__init__()
        self.amplitude = nn.Parameter(torch.tensor(1.0))
        self.frequency = nn.Parameter(torch.tensor(2.0))

    def forward(self, t):
        angle = self.frequency * t
        wave = torch.from_numpy(np.sin(angle.detach().numpy()))  # HAZARD GL103
        return self.amplitude * wave


torch.manual_seed(0)
t = torch.linspace(0, 3, 40)
target = 1.5 * torch.sin(2.2 * t)
model = SineFit()
opt = torch.optim.Adam(model.parameters(), lr=0.05)
for _ in range(30):
    opt.zero_grad()
    loss = (model(t) - target).square().mean()
    loss.backward()
    opt.step()
stuck = model.frequency.grad is None and model.frequency.item() == 2.0
print("OBSERVED", "none" if stuck else "clean", round(model.amplitude.item(), 3))
