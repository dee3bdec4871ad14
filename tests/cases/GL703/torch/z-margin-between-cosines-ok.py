# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


def contrast(sharpness):
    def loss(one, other, wrong):
        good = torch.cosine_similarity(one, other, dim=-1)
        bad = torch.cosine_similarity(one, wrong, dim=-1)
        return torch.log(1 + torch.exp(sharpness * (bad - good))).mean()

    return loss


def fit(make, sharpness, data):
    weights = torch.full((3, 3), 1e5, requires_grad=True)
    make(sharpness)(data @ weights, data, data.flip(0)).backward()
    return weights.grad


assert torch.isfinite(fit(contrast, 20.0, torch.randn(5, 3))).all()
