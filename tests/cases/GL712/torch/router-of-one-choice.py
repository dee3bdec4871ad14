# framework: torch
# verdict: zero
# seen: OBSERVED zero
import torch
import torch.nn as nn
import torch.nn.functional as F


class Router(nn.Module):
    def __init__(self, width, experts):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.experts = nn.ModuleList(nn.Linear(width, width) for _ in range(experts))

    def forward(self, x):
        score, index = torch.topk(self.gate(x), 1, dim=-1)
        share = F.softmax(score, dim=-1)  # HAZARD GL712
        every = torch.stack([expert(x) for expert in self.experts], dim=1)
        picked = every[torch.arange(x.shape[0]), index.squeeze(-1)]
        return share * picked


torch.manual_seed(1)
router = Router(4, 3)
router(torch.randn(8, 4)).pow(2).mean().backward()
print("OBSERVED", "zero" if float(router.gate.weight.grad.abs().sum()) < 1e-10 else "clean")
