from torch import nn

from nets.gates import FeatureGate


class GatedClassifier(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.gate = FeatureGate(dim)
        self.linear = nn.Linear(dim, classes)

    def forward(self, x):
        return self.linear(self.gate(x))
