# framework: torch
# verdict: clean
# seen: gradient as expected
import json

import torch
from torch import nn
from torch.nn import functional as F

options = json.loads('{"scale": 16.0, "shift": 0.2}')

torch.manual_seed(0)
embed = nn.Linear(8, 4)


def proxies(features, labels, centres):
    alike = F.linear(F.normalize(features), F.normalize(centres))
    chosen = F.one_hot(labels, len(centres)).bool()
    towards = torch.log(1 + torch.exp(options["scale"] * (options["shift"] - alike)))
    return (towards * chosen).sum() / chosen.sum()


proxies(embed(1e4 * torch.randn(6, 8)), torch.arange(6) % 3, torch.randn(3, 4)).backward()
assert embed.weight.grad.isfinite().all()
