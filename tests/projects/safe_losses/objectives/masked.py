import torch


def masked_rms(prediction, target, mask):
    squared = (prediction.mean(-1) - target).pow(2) * mask
    safe = torch.where(squared > 0, squared, torch.ones_like(squared))
    return torch.where(squared > 0, safe.sqrt(), torch.zeros_like(squared)).mean()


def masked_log_loss(prediction, target, mask):
    rate = torch.nn.functional.softplus(prediction.mean(-1)) + 1e-6
    nll = rate - target.abs() * torch.log(rate)
    return (nll * mask).sum() / mask.sum().clamp(min=1)
