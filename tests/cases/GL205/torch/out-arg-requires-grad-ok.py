# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class CachedLinear(nn.Module):
    def __init__(self, n_in, n_out, batch):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out) * 0.1)
        self.register_buffer("workspace", torch.empty(batch, n_out))

    def forward(self, x):
        if self.training:
            return torch.relu(x @ self.weight)
        return self.infer(x)

    @torch.no_grad()
    def infer(self, x):
        torch.matmul(x, self.weight, out=self.workspace)
        return self.workspace.clamp(min=0)


torch.manual_seed(0)
layer = CachedLinear(5, 3, batch=8)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
x, y = torch.randn(8, 5), torch.rand(8, 3)
trace = []
for _ in range(30):
    opt.zero_grad()
    loss = (layer(x) - y).pow(2).mean()
    loss.backward()
    opt.step()
    trace.append(loss.item())
trained = layer(x)
served = layer.eval()(x)
print("OBSERVED", "clean" if torch.allclose(trained, served) and trace[-1] < trace[0] else "wrong")
