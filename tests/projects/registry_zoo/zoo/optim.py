import torch

from . import registry


@registry.optimizer("grouped")
def grouped(model, lr):
    decay, rest = [], []
    for name, p in model.named_parameters():
        if not p.requires_grad:
            continue
        (decay if p.ndim > 1 else rest).append(p)
    groups = [{"params": rest, "weight_decay": 0.0}]
    if decay:
        groups.append({"params": decay, "weight_decay": 1e-2})
    return torch.optim.AdamW(groups, lr=lr)
