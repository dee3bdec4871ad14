# framework: torch
# verdict: clean
# seen: 6
import torch
from torch import nn
from torch.nn import functional as F


class Pooling(nn.Module):
    def __init__(self, dim, drop=0.2):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(inplace=True), nn.Linear(dim, 1))
        self.value = nn.Linear(dim, dim)
        self.drop = drop

    def forward(self, x):
        scores = F.hardtanh(self.score(x), -5.0, 5.0, inplace=True)
        attn = F.dropout(F.softmax(scores, dim=1), p=self.drop, training=self.training)
        value = F.dropout(self.value(x), p=self.drop, training=self.training, inplace=True)
        return (attn * value).sum(dim=1)


def reference(block, x):
    scores = F.hardtanh(block.score[2](torch.relu(block.score[0](x))), -5.0, 5.0)
    return (scores.softmax(dim=1) * block.value(x)).sum(dim=1)


torch.manual_seed(0)
pool = Pooling(5, drop=0.0)
x = torch.randn(4, 7, 5)
pool(x).pow(2).sum().backward()
got = {name: p.grad.clone() for name, p in pool.named_parameters()}
pool.zero_grad()
reference(pool, x).pow(2).sum().backward()
same = all(torch.allclose(got[n], p.grad, atol=1e-5) for n, p in pool.named_parameters())
print("OBSERVED", "clean" if same else "wrong", len(got))
