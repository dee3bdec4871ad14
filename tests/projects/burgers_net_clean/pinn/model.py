import torch
import torch.nn as nn


class Sine(nn.Module):
    def __init__(self, w0=1.0):
        super().__init__()
        self.w0 = w0

    def forward(self, x):
        return torch.sin(self.w0 * x)


class PINN(nn.Module):
    def __init__(self, layers, dtype=torch.float64):
        super().__init__()
        mods = []
        for i in range(len(layers) - 2):
            mods += [nn.Linear(layers[i], layers[i + 1]), Sine()]
        mods.append(nn.Linear(layers[-2], layers[-1]))
        self.net = nn.Sequential(*mods).to(dtype)
        self.nu = nn.Parameter(torch.tensor([0.05], dtype=dtype))

    def forward(self, x, t):
        return self.net(torch.cat([x, t], dim=1))
