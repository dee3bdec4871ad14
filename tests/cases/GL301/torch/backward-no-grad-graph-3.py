# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


def total_variation(img):
    return (img[:, 1:] - img[:, :-1]).abs().mean() + (img[1:] - img[:-1]).abs().mean()


target = torch.rand(4, 4)
canvas = torch.zeros(4, 4)
for step in range(3):
    loss = (canvas - target).pow(2).mean() + 0.1 * total_variation(canvas)
    loss.backward()  # HAZARD GL301
    with torch.no_grad():
        canvas -= 0.1 * canvas.grad
    canvas.grad = None
