# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import math
import torch
from torch import nn


class LoRALinear(nn.Linear):
    def __init__(self, n_in, n_out, rank=2):
        super().__init__(n_in, n_out)
        self.a = nn.Parameter(torch.empty(rank, n_in))
        self.b = nn.Parameter(torch.zeros(n_out, rank))
        self.reset()

    def reset(self):
        nn.init.kaiming_uniform_(self.a, a=math.sqrt(5))
        self.b.normal_(0, 1e-4)  # HAZARD GL201

    def forward(self, x):
        return super().forward(x) + x @ self.a.t() @ self.b.t()


LoRALinear(3, 2)
