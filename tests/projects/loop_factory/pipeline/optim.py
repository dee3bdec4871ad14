import torch

OPTIMIZERS = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}


def make_optimizer(name, params, **kw):
    return OPTIMIZERS[name](params, **kw)


def make_scheduler(optimizer, total):
    return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=total)
