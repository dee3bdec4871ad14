# framework: torch
# verdict: raises
# seen: AttributeError: 'NoneType' object has no attribute 'abs'
import torch
from torch import nn


def saliency(model):
    pixels = torch.randn(2, 6)
    scores = model(pixels)
    scores.max(dim=1).values.sum().backward()
    return pixels.grad.abs()  # HAZARD GL301


print(saliency(nn.Linear(6, 3)))
