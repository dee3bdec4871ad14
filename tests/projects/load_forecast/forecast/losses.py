import torch
import torch.nn.functional as F


def roughness(forecast: torch.Tensor) -> float:
    steps = forecast[:, 1:] - forecast[:, :-1]
    return steps.pow(2).mean().item()  # HAZARD item-penalty GL104


def forecast_loss(forecast, target, smoothness):
    fit = F.mse_loss(forecast, target)
    penalty = roughness(forecast)
    parts = {"fit": fit.item(), "roughness": penalty}
    return fit + smoothness * penalty, parts
