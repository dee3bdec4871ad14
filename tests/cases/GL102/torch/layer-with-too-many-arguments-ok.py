# framework: torch
# verdict: clean
# seen: TypeError, before anything is converted: forward() takes 2 positional arguments but 4 were given
import contextlib

import torch

line = torch.nn.Linear(1, 1)


def drawn(points, *settings):
    return line(points, 1.0, 2.0).numpy()


with contextlib.suppress(TypeError):
    drawn(torch.randn(5, 1))
