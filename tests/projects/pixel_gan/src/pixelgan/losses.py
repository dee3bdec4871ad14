import torch
import torch.nn.functional as F


def d_loss(real_logits, fake_logits):
    return F.softplus(-real_logits).mean() + F.softplus(fake_logits).mean()


def g_loss(fake_logits):
    return F.softplus(-fake_logits).mean()


def r1_penalty(logits, images):
    grad, = torch.autograd.grad(logits.sum(), images)  # HAZARD r1-order GL605,GL503,GL416
    return grad.flatten(1).pow(2).sum(1).mean()
