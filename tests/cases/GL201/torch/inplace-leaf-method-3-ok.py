# framework: torch
# verdict: clean
# seen: gradient as expected
import math
import torch
from torch import nn


class LoRALinear(nn.Linear):
    def __init__(self, n_in, n_out, rank=2):
        super().__init__(n_in, n_out)
        self.a = nn.Parameter(torch.empty(rank, n_in))
        self.b = nn.Parameter(torch.empty(n_out, rank))
        self.register_buffer("calls", torch.zeros(()))
        self.reset()

    def reset(self):
        nn.init.kaiming_uniform_(self.a, a=math.sqrt(5))
        self.b.data.zero_()
        with torch.no_grad():
            self.b[0].fill_(0.1)
            self.weight[:, 0] = 0.0
            self.bias.uniform_(-0.1, 0.1)

    def forward(self, x):
        self.calls += 1
        y = super().forward(x) + x @ self.a.t() @ self.b.t()
        y[:, 0] += 1.0
        return y.clamp_(min=-3)

    @torch.no_grad()
    def merge_(self):
        self.weight += self.b @ self.a
        self.b.zero_()
        return self


def init_all(m):
    if isinstance(m, nn.Linear):
        m.weight.data.normal_(0, 0.02)
        if m.bias is not None:
            m.bias.data.zero_()


torch.manual_seed(0)
layer = LoRALinear(3, 2)
layer.apply(init_all)
layer(torch.randn(4, 3)).sum().backward()
clipped = [p.grad.clamp_(-1, 1) for p in layer.parameters()]
layer.merge_()
print("OBSERVED", "clean" if layer.b.grad.abs().sum() > 0 and len(clipped) == 4 else "wrong")
