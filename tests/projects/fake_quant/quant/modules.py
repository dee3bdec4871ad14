import torch
from torch import nn

from quant.ops import fake_quantize


class QuantLinear(nn.Linear):
    def __init__(self, inside, outside):
        super().__init__(inside, outside)
        self.scale = nn.Parameter(torch.tensor(0.05))

    def forward(self, x):
        return nn.functional.linear(x, fake_quantize(self.weight, self.scale), self.bias)


def convert(model):
    for name, child in list(model.named_children()):
        if isinstance(child, nn.Linear):
            made = QuantLinear(child.in_features, child.out_features)
            made.weight.data.copy_(child.weight.data)
            setattr(model, name, made)
        else:
            convert(child)
    return model
