import math

import torch
import torch.nn.functional as F
from torch import nn


class InBatchSoftmax(nn.Module):
    def __init__(self, scale=10.0):
        super().__init__()
        self.log_scale = nn.Parameter(torch.tensor(math.log(scale)))

    def forward(self, q, d):
        logits = self.log_scale.exp() * F.normalize(q, dim=-1) @ F.normalize(d, dim=-1).T
        return F.cross_entropy(logits, torch.arange(len(q)))
