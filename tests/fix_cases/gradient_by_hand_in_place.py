# framework: torch
"""The change is clamped in place because the optimizer holds this very tensor."""

import torch


def keep_small(change, image, most):
    allowed = torch.clamp(image + torch.clamp(change, -most, most), 0, 1)
    change += allowed - image - change
    return change


def attacked(image):
    change = torch.zeros_like(image)
    change.grad = torch.zeros_like(change)
    trainer = torch.optim.Adam([change], lr=0.2)
    for _ in range(3):
        trainer.zero_grad()
        change.grad = torch.ones_like(change)
        trainer.step()
        change = keep_small(change, image, 0.1)
    return image + change


torch.manual_seed(4)
image = torch.rand(4)
result = attacked(image)
