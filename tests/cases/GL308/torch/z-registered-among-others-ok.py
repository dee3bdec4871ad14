# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, sizes, pools, activation=nn.ReLU):
        super().__init__()
        layers = [nn.Linear(before, after) for before, after in zip(sizes, sizes[1:])]
        parts, pooled = [], []
        for layer, pool in zip(layers, pools):
            parts.append(layer)
            parts.append(activation())
            if pool > 1:
                made = nn.AvgPool1d(pool)
                parts.append(made)
                pooled.append(made)
            else:
                pooled.append(None)
        self.whole = nn.Sequential(*parts)
        self.layers = layers
        self.pooled = pooled

    def forward(self, x):
        for layer, pool in zip(self.layers, self.pooled):
            x = torch.relu(layer(x))
            if pool is not None:
                x = pool(x)
        return x

