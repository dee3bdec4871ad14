# framework: torch
# verdict: none
# seen: 1
import torch as th
from torch import Tensor, nn
from torch.nn import functional as F


class DualEncoder(nn.Module):
    def __init__(self, n_query: int, n_doc: int, dim: int = 8) -> None:
        super().__init__()
        self.query_tower = nn.Sequential(nn.Linear(n_query, dim), nn.ReLU(), nn.Linear(dim, dim))
        self.doc_tower = nn.Linear(n_doc, dim)

    def similarity(self, query: Tensor, doc: Tensor) -> Tensor:
        q = F.normalize(self.query_tower(query), dim=-1)
        d = F.normalize(self.doc_tower(doc).detach(), dim=-1)  # HAZARD GL401
        return q @ d.t()

    def forward(self, query: Tensor, doc: Tensor) -> Tensor:
        return F.cross_entropy(self.similarity(query, doc) / 0.1, th.arange(len(query)))


th.manual_seed(0)
model = DualEncoder(5, 7)
opt = th.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.0)
for _ in range(3):
    opt.zero_grad()
    model(th.randn(6, 5), th.randn(6, 7)).backward()
    opt.step()
print("OBSERVED", "none" if model.doc_tower.weight.grad is None else "clean", len(opt.param_groups))
