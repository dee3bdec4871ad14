import torch


def squared_error(prediction, target):
    return (prediction - target).pow(2).mean()  # HAZARD column-row GL510


def quantile_error(prediction, target, q=0.9):
    error = target - prediction.squeeze(-1)
    return torch.maximum(q * error, (q - 1) * error).mean()
