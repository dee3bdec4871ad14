import torch


def make_optimizer(model, lr, weight_decay=1e-4):
    decay = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decay, "weight_decay": weight_decay}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.SGD(groups, lr=lr, momentum=0.9)
