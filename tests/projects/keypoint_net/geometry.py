import numpy as np
import torch


def bone_lengths(points, bones):
    start = [a for a, _ in bones]
    end = [b for _, b in bones]
    offsets = (points[:, start] - points[:, end]).detach().cpu().numpy()
    return torch.from_numpy(np.sqrt((offsets ** 2).sum(-1) + 1e-8))  # HAZARD numpy-bones GL101,GL102,GL103


def mean_error(a, b):
    return float(np.linalg.norm(a - b, axis=-1).mean())
