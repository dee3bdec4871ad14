# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


class GraphConv(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out)

    def forward(self, x, edges):
        h = self.lin(x)
        out = torch.zeros_like(h)
        for i, j in edges:
            out[i] = out[i] + h.new_tensor(h[j])  # HAZARD GL105
        return out


torch.manual_seed(0)
conv = GraphConv(2, 3)
conv(torch.randn(3, 2), [(0, 1), (1, 2)]).sum().backward()
