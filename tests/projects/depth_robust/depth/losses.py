from functools import partial

import torch


def gradient_xy(depth):
    return depth[..., :, 1:] - depth[..., :, :-1], depth[..., 1:, :] - depth[..., :-1, :]


def edge_term(predicted, target):
    px, py = gradient_xy(predicted)
    tx, ty = gradient_xy(target)
    return (px - tx).abs().mean() + (py - ty).abs().mean()


def scale_free(predicted, target):
    error = (predicted - target) * (target > 0)
    squared = error.pow(2)
    root = torch.where(squared > 0, torch.sqrt(squared), torch.zeros_like(squared))  # HAZARD masked-root GL701
    return root.mean()


def berhu(predicted, target, threshold):
    error = ((predicted - target) * (target > 0)).abs()
    large = (error.pow(2) + threshold ** 2) / (2 * threshold)
    return torch.where(error <= threshold, error, large).mean()


def total(predicted, target, main, weight):
    return main(predicted, target) + weight * edge_term(predicted, target)


def make_loss(cfg):
    match cfg.kind:
        case "berhu":
            main = partial(berhu, threshold=0.2)
        case "root":
            main = scale_free
        case other:
            raise ValueError(other)
    return partial(total, main=main, weight=cfg.edge_weight)
