# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


def second(code, head, plain):
    if plain:
        head(code).mean().backward()  # HAZARD GL603
    else:
        head(code).pow(2).mean().backward()  # HAZARD GL603


torch.manual_seed(0)
body, first, other = nn.Linear(4, 4), nn.Linear(4, 1), nn.Linear(4, 1)
code = body(torch.randn(3, 4)).exp()
first(code).mean().backward()
second(code, other, bool(torch.rand(()) > 0.5))
