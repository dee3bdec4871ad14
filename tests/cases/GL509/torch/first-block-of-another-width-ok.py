# framework: torch
# verdict: clean
# seen: the first block changes the width and adds nothing
import torch
from torch import nn


class Dense(nn.Module):
    def __init__(self, inside, outside, residual=False):
        super().__init__()
        self.linear = nn.Linear(inside, outside)
        self.residual = residual and (inside == outside)

    def forward(self, x):
        kept = x if self.residual else None
        out = torch.tanh(self.linear(x))
        if kept is not None:
            out = out + kept
        return out


class Net(nn.Module):
    def __init__(self, first, width, depth, residual):
        super().__init__()
        layers = []
        for i in range(depth):
            layers.append(Dense(first if i == 0 else width, width, residual))
        self.hidden = nn.ModuleList(layers)
        self.last = nn.Linear(width, 1)

    def forward(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.last(x)


def build(config):
    return Net(config["first"], config["width"], config["depth"], config.get("residual", False))


if __name__ == "__main__":
    small = build({"first": 64, "width": 128, "depth": 4})
    large = build({"first": 128, "width": 256, "depth": 6, "residual": True})
    x = torch.randn(100, 128)
    y = large(x)
    y.sum().backward()
    print("OBSERVED clean")
