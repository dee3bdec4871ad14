# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import math

import torch
from torch import nn
from torch.nn import functional as F


class GraphConv(nn.Module):
    def __init__(self, in_features, out_features):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(in_features, out_features))
        self.bias = nn.Parameter(torch.zeros(out_features))
        bound = 1.0 / math.sqrt(out_features)
        self.weight.uniform_(-bound, bound)  # HAZARD GL201

    def forward(self, x, adj):
        return adj @ (x @ self.weight) + self.bias


torch.manual_seed(0)
layer = GraphConv(6, 3)
opt = torch.optim.Adam(layer.parameters(), lr=1e-2)
adj = torch.eye(5)
opt.zero_grad()
loss = F.cross_entropy(layer(torch.randn(5, 6), adj), torch.tensor([0, 1, 2, 0, 1]))
loss.backward()
opt.step()
