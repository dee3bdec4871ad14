import math

import torch
from torch import nn


class LoRALinear(nn.Module):
    def __init__(self, base, r=2, alpha=4):
        super().__init__()
        self.base = base
        self.base.requires_grad_(False)
        self.scale = alpha / r
        self.lora_A = nn.Parameter(torch.empty(r, base.in_features))
        self.lora_B = nn.Parameter(torch.zeros(base.out_features, r))
        nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.lora_A.T @ self.lora_B.T)


def inject(model, names, r=2):
    for name, child in list(model.named_children()):
        if isinstance(child, nn.Linear) and name in names:
            setattr(model, name, LoRALinear(child, r))
        else:
            inject(child, names, r)
    return model


def trainable(model):
    return [p for p in model.parameters() if p.requires_grad]
