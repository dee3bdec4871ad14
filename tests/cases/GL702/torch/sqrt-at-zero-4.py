# framework: torch
# verdict: nan
# seen: sqrt(0), acos(1) after clamp(-1, 1), log guarded outside by where: NaN or inf gradients
"""Losses on angles and distances, guarded in the wrong place."""
import torch
import torch.nn as nn


class RelativePose(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(4, 3)

    def directions(self, x):
        e = self.embed(x)
        return e / e.norm(dim=-1, keepdim=True)


def chord(a, b):
    gap = (a - b).square().sum(-1)
    return torch.sqrt(gap).mean()  # HAZARD GL702


def angle(a, b):
    cos = (a * b).sum(-1).clamp(-1.0, 1.0)
    return torch.acos(cos).mean()  # HAZARD GL702


def log_ratio(p, q):
    return torch.where(p > 0, p * torch.log(p / q), torch.zeros_like(p)).sum()  # HAZARD GL701


def step(loss_name, model, x, y):
    a, b = model.directions(x), model.directions(y)
    table = {"chord": chord, "angle": angle}
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    opt.zero_grad()
    loss = table[loss_name](a, b)
    loss.backward()
    opt.step()
    return model


def fit_histogram(counts, steps=1):
    weights = nn.Parameter(torch.linspace(0, 1, len(counts)))
    opt = torch.optim.Adam([weights], lr=0.1)
    q = counts / counts.sum()
    for _ in range(steps):
        opt.zero_grad()
        p = weights / weights.sum()
        loss = log_ratio(p, q.clamp(min=1e-3))
        loss.backward()
        opt.step()
    return weights


if __name__ == "__main__":
    torch.manual_seed(0)
    x = torch.eye(4)
    assert step("chord", RelativePose(), x, x).embed.weight.grad.isnan().any()
    model = RelativePose()
    with torch.no_grad():
        model.embed.weight.zero_()
        model.embed.bias.copy_(torch.tensor([1.0, 0.0, 0.0]))
    assert not torch.isfinite(step("angle", model, x, x).embed.weight.grad).all()
    assert fit_histogram(torch.tensor([1.0, 2.0, 3.0])).grad.isnan().any()
