import torch
from torch import nn


def _make():
    generator_state = torch.get_rng_state()
    torch.manual_seed(42)
    net = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.Tanh(), nn.Conv2d(6, 6, 3, padding=1), nn.Tanh())
    torch.set_rng_state(generator_state)
    return net.eval().requires_grad_(False)


FEATURES = _make()
