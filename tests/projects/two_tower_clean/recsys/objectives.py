import torch.nn.functional as F


def bpr(positive, negative):
    return -F.logsigmoid(positive - negative).mean()


def popularity_penalty(model, items, strength):
    vectors = model.items(items)
    spread = vectors.var(dim=0).sum()
    return strength / (1.0 + spread)
