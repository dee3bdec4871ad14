# framework: torch
# verdict: raises
# seen: RuntimeError: matmul(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
import torch
from torch import nn


class CachedLinear(nn.Module):
    def __init__(self, n_in, n_out, batch):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out) * 0.1)
        self.register_buffer("workspace", torch.empty(batch, n_out))

    def forward(self, x):
        torch.matmul(x, self.weight, out=self.workspace)  # HAZARD GL205
        return torch.relu(self.workspace)


torch.manual_seed(0)
layer = CachedLinear(5, 3, batch=8)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
x, y = torch.randn(8, 5), torch.rand(8, 3)
for _ in range(2):
    opt.zero_grad()
    loss = (layer(x) - y).pow(2).mean()
    loss.backward()
    opt.step()
