# framework: torch
# verdict: wrong
# seen: tensor(requires_grad=True) attribute and Parameters in a list are not in parameters(); they never move
"""CLIP-like model with a learned temperature and learned shifts."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class TwoTower(nn.Module):
    def __init__(self, d_img, d_txt, d=8):
        super().__init__()
        self.img, self.txt = nn.Linear(d_img, d), nn.Linear(d_txt, d)
        self.log_scale = torch.full((), math.log(10.0), requires_grad=True)  # HAZARD GL308
        self.shifts = [nn.Parameter(torch.zeros(d)), nn.Parameter(torch.zeros(d))]  # HAZARD GL308

    def forward(self, image, text):
        a, b = self.shifts
        u = F.normalize(self.img(image) + a, dim=-1)
        v = F.normalize(self.txt(text) + b, dim=-1)
        return self.log_scale.exp() * u @ v.t()


def clip_loss(logits):
    target = torch.arange(len(logits))
    return (F.cross_entropy(logits, target) + F.cross_entropy(logits.t(), target)) / 2


def train(steps=3):
    model = TwoTower(6, 5)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(steps):
        loss = clip_loss(model(torch.randn(7, 6), torch.randn(7, 5)))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    model = train()
    names = [n for n, _ in model.named_parameters()]
    assert "log_scale" not in names and all("shift" not in n for n in names)
    assert abs(float(model.log_scale.detach()) - math.log(10.0)) < 1e-6
    assert all(t.abs().sum() == 0 for t in model.shifts)
