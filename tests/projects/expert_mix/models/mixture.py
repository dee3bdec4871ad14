import torch
from torch import nn

from . import register


@register("mixture")
class ExpertMixture(nn.Module):
    def __init__(self, dim, hidden, classes, experts=3):
        super().__init__()
        self.router = nn.Linear(dim, experts)
        self.experts = {f"expert{i}": nn.Linear(dim, hidden) for i in range(experts)}  # HAZARD dict-experts GL308
        self.head = nn.Linear(hidden, classes)

    def forward(self, x):
        weight = self.router(x).softmax(-1)
        hidden = torch.stack([expert(x) for expert in self.experts.values()], dim=1)
        mixed = (weight.unsqueeze(-1) * hidden).sum(1)
        return self.head(torch.relu(mixed))
