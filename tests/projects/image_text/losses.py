import torch
import torch.nn.functional as F

LOSSES = {}


def register(name):
    def wrap(cls):
        LOSSES[name] = cls
        return cls

    return wrap


@register("contrastive")
class Contrastive:
    def __call__(self, out):
        logits = out["scale"] * out["image"] @ out["text"].t()
        labels = torch.arange(logits.shape[0], device=logits.device)
        return 0.5 * (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels))


@register("sigmoid")
class Sigmoid:
    def __call__(self, out):
        logits = out["scale"] * out["image"] @ out["text"].t()
        target = 2 * torch.eye(logits.shape[0]) - 1
        return -F.logsigmoid(target * logits).mean()


def build_loss(name):
    return LOSSES[name]()
