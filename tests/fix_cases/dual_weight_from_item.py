# framework: torch
"""The weight of a constraint is a number that grows from round to round, not part of the loss."""

import torch

torch.manual_seed(2)
point = torch.randn(3, requires_grad=True)
trainer = torch.optim.Adam([point], lr=0.05)
weight = 0.0
for _ in range(3):
    trainer.zero_grad()
    excess = point.square().sum()
    loss = (point - 2).abs().sum() + weight * excess
    weight += 0.01 * excess.item()
    weight = max(0, min(weight, 0.5))
    loss.backward()
    trainer.step()
