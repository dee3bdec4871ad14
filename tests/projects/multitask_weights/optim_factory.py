import torch


def build_optimizer(name, model, weighting, lr):
    match name:
        case "adam":
            return torch.optim.Adam([*model.parameters(), weighting.log_vars], lr=lr)  # HAZARD plain-logvars GL301
        case "sgd":
            return torch.optim.SGD(model.parameters(), lr=lr)
        case _:
            raise ValueError(f"unknown optimizer {name!r}")
