# framework: torch
# verdict: wrong
# seen: queries never moved
import torch
import torch.nn as nn


class QueryPool(nn.Module):
    """Pools a sequence into a fixed number of slots by attention with learned queries."""

    def __init__(self, dim=8, slots=4):
        super().__init__()
        self.attend = nn.MultiheadAttention(dim, num_heads=2, batch_first=True)
        self.queries = torch.randn(1, slots, dim).requires_grad_()  # HAZARD GL308
        self.norm = nn.LayerNorm(dim)

    def forward(self, tokens):
        queries = self.queries.expand(len(tokens), -1, -1)
        pooled, _ = self.attend(queries, tokens, tokens)
        return self.norm(queries + pooled)


torch.manual_seed(0)
pool = QueryPool()
readout = nn.Linear(8, 1)
opt = torch.optim.Adam([*pool.parameters(), *readout.parameters()], lr=1e-3)
tokens, goal = torch.randn(5, 10, 8), torch.randn(5, 4, 1)
start = pool.queries.detach().clone()
for _ in range(3):
    opt.zero_grad()
    loss = ((readout(pool(tokens)) - goal) ** 2).mean()
    loss.backward()
    opt.step()
still = torch.equal(start, pool.queries.detach())
print("OBSERVED", "wrong" if still and pool.queries.grad is not None else "clean", "queries never moved")
