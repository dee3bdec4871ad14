import torch


def combine(losses, weights):
    values = torch.tensor(losses, requires_grad=True)  # HAZARD rewrapped-losses GL105,GL106
    return (values * weights).sum()


def balance(losses, weights):
    return (torch.stack(losses) * weights).sum()
