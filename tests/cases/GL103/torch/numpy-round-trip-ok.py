# framework: torch
# verdict: clean
# seen: tensor(True)
import numpy as np
import torch
from torch import nn


class SineFit(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.amplitude = nn.Parameter(torch.tensor(1.0))
        self.frequency = nn.Parameter(torch.from_numpy(np.asarray(start, dtype=np.float32)))

    def forward(self, t):
        return self.amplitude * torch.sin(self.frequency * t)


def dominant_frequency(signal, step):
    power = np.abs(np.fft.rfft(signal.numpy()))
    return 2 * np.pi * np.fft.rfftfreq(len(signal), step)[1 + int(np.argmax(power[1:]))]


torch.manual_seed(0)
t = torch.linspace(0, 3, 40)
target = 1.5 * torch.sin(2.2 * t)
model = SineFit(dominant_frequency(target, 3 / 39))
opt = torch.optim.Adam(model.parameters(), lr=0.05)
curves = []
for _ in range(200):
    opt.zero_grad()
    pred = model(t)
    loss = (pred - target).square().mean()
    loss.backward()
    opt.step()
    curves.append(pred.detach().numpy().copy())
spread = torch.from_numpy(np.stack(curves)).std(dim=0).max()
print("OBSERVED", "clean" if abs(model.frequency.item() - 2.2) < 0.05 else "wrong", spread > 0)
