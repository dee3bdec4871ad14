# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class GraphConv(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out)

    def forward(self, x, edges):
        h = self.lin(x)
        index = torch.tensor(edges, dtype=torch.long, device=x.device)
        degree = torch.zeros(len(x)).index_add_(0, index[:, 0], torch.ones(len(index)))
        out = torch.zeros_like(h).index_add(0, index[:, 0], h[index[:, 1]])
        out = out / degree.clamp(min=1)[:, None]
        for i, j in edges[:1]:
            out[i] = out[i] + h[j].clone()
        return out


torch.manual_seed(0)
conv = GraphConv(2, 3)
edges = [(0, 1), (1, 2), (0, 2)]
y = conv(torch.randn(3, 2), edges)
weights = torch.tensor([1.0, 2.0, 3.0])
loss = (y * weights).pow(2).sum() * torch.as_tensor(0.5)
loss.backward()
history = torch.tensor([loss.item()])
print("OBSERVED", "clean" if conv.lin.weight.grad.any() and history.numel() == 1 else "wrong")
