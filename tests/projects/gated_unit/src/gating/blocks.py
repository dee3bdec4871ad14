import torch
from torch import nn

from gating.scaling import rescale


class GatedMLP(nn.Module):
    def __init__(self, dim, hidden, gate_scale=2.0):
        super().__init__()
        self.value = nn.Linear(dim, hidden)
        self.gate = nn.Linear(dim, hidden)
        self.out = nn.Linear(hidden, 1)
        self.gate_scale = gate_scale

    def forward(self, x):
        gate = torch.sigmoid(self.gate(x))
        gate = rescale(gate, self.gate_scale)
        return self.out(gate * self.value(x))
