# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class QueryPool(nn.Module):
    def __init__(self, dim, queries):
        super().__init__()
        self.seed = nn.Parameter(torch.randn(queries, dim))
        self.project = nn.Linear(dim, dim)

    def forward(self, tokens):
        q = self.project(self.seed).unsqueeze(0).expand(tokens.shape[0], -1, -1).clone()
        q += tokens.mean(dim=1, keepdim=True)
        return torch.softmax(q @ tokens.transpose(1, 2), dim=-1) @ tokens


def reference(pool, tokens):
    q = pool.project(pool.seed) + tokens.mean(dim=1, keepdim=True)
    return torch.softmax(q @ tokens.transpose(1, 2), dim=-1) @ tokens


torch.manual_seed(0)
pool = QueryPool(dim=6, queries=3)
tokens = torch.randn(4, 9, 6)
pool(tokens).pow(2).mean().backward()
got = pool.seed.grad.clone()
pool.zero_grad()
reference(pool, tokens).pow(2).mean().backward()
print("OBSERVED", "clean" if torch.allclose(got, pool.seed.grad, atol=1e-6) else "wrong")
