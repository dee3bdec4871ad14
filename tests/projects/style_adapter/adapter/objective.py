import copy

import torch
import torch.nn.functional as F


def make_objective(model, consistency):
    frozen = copy.deepcopy(model).eval()

    def objective(x, y):
        out = model(x)
        with torch.inference_mode():  # HAZARD GL406
            reference = frozen(x)
        drift = (out * reference).sum(dim=-1).mean()
        return F.mse_loss(out, y) - consistency * drift

    return objective
