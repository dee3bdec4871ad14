# framework: torch
# verdict: raises
# seen: RuntimeError: unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.
import torch
from torch import nn


class QueryPool(nn.Module):
    def __init__(self, dim, queries):
        super().__init__()
        self.seed = nn.Parameter(torch.randn(queries, dim))
        self.project = nn.Linear(dim, dim)

    def forward(self, tokens):
        q = self.project(self.seed).unsqueeze(0).expand(tokens.shape[0], -1, -1)
        q += tokens.mean(dim=1, keepdim=True)  # HAZARD GL204
        return torch.softmax(q @ tokens.transpose(1, 2), dim=-1) @ tokens


torch.manual_seed(0)
pool = QueryPool(dim=6, queries=3)
opt = torch.optim.Adam(pool.parameters(), lr=1e-3)
tokens = torch.randn(4, 9, 6)
opt.zero_grad()
loss = pool(tokens).var(dim=1).mean()
loss.backward()
opt.step()
