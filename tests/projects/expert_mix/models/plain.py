from torch import nn

from . import register


@register("plain")
class PlainNet(nn.Module):
    def __init__(self, dim, hidden, classes):
        super().__init__()
        layers = [nn.Linear(dim, hidden)]
        for _ in range(2):
            layers += [nn.GELU(), nn.Linear(hidden, hidden)]
        self.layers = nn.ModuleList(layers)
        self.head = nn.Linear(hidden, classes)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x)
