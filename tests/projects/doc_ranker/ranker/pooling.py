import torch

POOLERS = {}


def pooler(name):
    def add(fn):
        POOLERS[name] = fn
        return fn

    return add


@pooler("max")
def max_pool(states, mask):
    return states.masked_fill(~mask[..., None], -1e4).amax(dim=1)


@pooler("masked")
def masked_pool(states, mask):
    weight = mask.to(states.dtype)[..., None]
    total = (states * weight).sum(dim=1)
    return total / weight.sum(dim=1)  # HAZARD GL711
