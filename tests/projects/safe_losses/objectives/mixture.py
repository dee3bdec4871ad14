import math

import torch


def mixture_nll(prediction, target, mask):
    means, logits = prediction.chunk(2, dim=-1)
    component = -0.5 * (target.unsqueeze(-1) - means).pow(2) - 0.5 * math.log(2 * math.pi)
    logp = torch.logsumexp(component + torch.log_softmax(logits, dim=-1), dim=-1)
    return -(logp * mask).sum() / mask.sum()
