def clip_weights(module, limit):
    for parameter in module.parameters():
        parameter.clamp_(-limit, limit)  # HAZARD clip-leaf GL201


def weight_range(module):
    return max(p.detach().abs().max().item() for p in module.parameters())
