import numpy as np
import torch


def chamfer(a, b):
    d = torch.cdist(a, b)
    return d.min(1).values.mean() + d.min(0).values.mean()


def smooth_max(x, t):
    scale = float(x.abs().max())  # HAZARD float-scale GL104
    return scale * torch.logsumexp(x / (scale * t), -1) * t


def angle(u, v):
    cos = (u * v).sum(-1) / (u.norm(dim=-1) * v.norm(dim=-1))
    return torch.tensor(np.arccos(cos.detach().numpy()))  # HAZARD numpy-angle GL101,GL102,GL103
