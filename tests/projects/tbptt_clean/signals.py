import torch


def waves(batch, length):
    phase = torch.rand(batch, 1) * 6.28
    speed = 0.1 + 0.2 * torch.rand(batch, 1)
    t = torch.arange(length)[None]
    return torch.sin(phase + speed * t).unsqueeze(-1)
